/* claims.h - pieces of an array that threads claim: first those of their own
 * share, which lie side by side and which they touched first, then what others
 * have left, so that none waits for a straggler.
 *
 * 16 cores of a Xeon under KVM, which other guests slow down now and then, with
 * a share a thread and so: 2^27 i32, gather in order 15.6 and 12.0 ms, at
 * random 85 and 71, scatter in order 15.3 and 12.3; 2^28 bytes counted, 5.5 and
 * 4.2. */
#ifndef TETRAD_OPENMP_CLAIMS_H
#define TETRAD_OPENMP_CLAIMS_H

#include <stdbool.h>

#include "team.h"

enum { PIECE_BYTES = 256 * 1024 }; /* where nothing else matters */

struct claims {                       /* in scratch, one a thread */
    _Alignas(LINE_BYTES) size_t next; /* piece that nobody has claimed */
    size_t end;
};

/* Bytes of scratch. */
static inline size_t claims_bytes(void)
{
    return (size_t)team_size() * sizeof(struct claims);
}

/* Shares of equally many pieces. */
static inline void claims_begin(struct claims *shares, size_t team,
                                size_t pieces)
{
    for (size_t t = 0; t < team; t++)
        shares[t] = (struct claims){ .next = pieces * t / team,
                                     .end = pieces * (t + 1) / team };
}

/* How far a thread has come: in its own share, or those of others. */
struct claimant {
    struct claims *shares;
    size_t team, rank, passed;
};

/* By each of the team. */
static inline struct claimant claimant_of(struct claims *shares)
{
    return (struct claimant){ shares, (size_t)team_size(), team_rank(), 0 };
}

static inline bool claim_of(struct claims *s, size_t *piece)
{
    if (__atomic_load_n(&s->next, __ATOMIC_RELAXED) >= s->end)
        return false;
    *piece = __atomic_fetch_add(&s->next, 1, __ATOMIC_RELAXED);
    return *piece < s->end;
}

/* The next piece, if any is left. */
static inline bool claim(struct claimant *c, size_t *piece)
{
    for (; c->passed < c->team; c->passed++)
        if (claim_of(&c->shares[(c->rank + c->passed) % c->team], piece))
            return true;
    return false;
}

#endif
