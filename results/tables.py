#!/usr/bin/env python3
"""tables.py - the figures in the READMEs' tables, from the published results.

    results/tables.py [--check]

Writes them anew into README.md and results/README.md; --check says which are
not as they would be written, and changes nothing.

A table row that names a variant of the results, as in `cuda/best`, holds its
figures. Which results: a cell of the row, or else the first cell of the
table's head, describes them: the name of the operation, then, after a comma, a
type, values of parameters, an input's distribution and the state of caches, as
in "reduce, sum of f32" or "tile-scan, i32, tile 512" (numbers follow their
key; caches are cold unless they are hot). A cell that names a directory of
results/, as "H100", says which machine's they are, or else it is MACHINE's.
What a figure is says its column's head:

    2^20, n = 1000     the median, in µs, or the rate that the head's first
                       cell asks for ("sgemm, GFLOP/s")
    GB/s at 2^28       bytes a second
    of its roof        the share of the roof that bounds it
    of peak            the share of the theoretical peak
    published          what the rung's source reached of its own machine's
    × at 2^20          how many times as long the library's fastest row takes
    fastest at 2^28    that row's name

A column without a size has the size of the column before it. A table under
the head "case | n | ours" is of the cases that are lost: losses.py; in
README.md the largest loss of each of three operations, and "1 of 9 cases"
says how many are. One under "machine | commit" says of which commits the
files are. What cannot be found, or could be either of two, is an error."""
import functools
import json
import os
import re
import sys

sys.dont_write_bytecode = True
import losses

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHORT = "README.md"
READMES = (SHORT, "results/README.md")
SHORT_LOSSES = 3
MACHINE = "h200"
LIBRARY = "cub"
SIZE = re.compile(r"(?:^|at |n = )(2\^)?([0-9]+)$")
VARIANT = re.compile(r"(reference|openmp|cuda|cub)/[a-z0-9-]+")
NUMBER = re.compile(r"[0-9][0-9.]*( ?[%×])?")
LOST = re.compile(r"[0-9]+ of [0-9]+ cases")
PLAIN = {"of", "by", "in", "and", "with", "GFLOP/s", "µs"}


def load():
    """The rows that are right, each with its file and machine."""
    found = []
    for file in losses.published():
        with open(file) as text:
            rows = json.load(text)["rows"]
        found += [dict(r, file=file, machine=losses.machine_of(file))
                  for r in rows if r["status"] == "ok" and not r["transfers"]]
    return found


def name(row):
    return row["backend"] + "/" + row["variant"]


def told(row):
    more = {k: str(v) for k, v in row["params"].items()}
    return dict(more, dist=row["dist"], cache=row["cache"])


def chosen(rows, description):
    """The rows that a description means, and the words that say nothing; None
    if it names no operation."""
    op, _, rest = description.partition(",")
    found, lost = [r for r in rows if r["op"] == op], []
    if not found:
        return None
    types, values, before = {r["type"] for r in found}, {}, ""
    for row in found:
        for key, value in told(row).items():
            values.setdefault(key, set()).add(value)
    words = rest.replace(",", " ").split()
    for word in words:
        keys = [before] if word in values.get(before, ()) else \
            [k for k in values if word in values[k] and not word.isdigit()]
        if word in types:
            found = [r for r in found if r["type"] == word]
        elif keys:
            found = [r for r in found
                     if any(told(r).get(k) == word for k in keys)]
        elif word not in PLAIN and word not in values:
            lost.append(word)
        before = word
    cache = "hot" if "hot" in words else "cold"
    return [r for r in found if r["cache"] == cache], lost


def size_of(head):
    at = SIZE.search(head)
    return at and (2 ** int(at[2]) if at[1] else int(at[2]))


def same_case(a, b):
    return all(a[k] == b[k] for k in
               ("file", "op", "type", "n", "dist", "params", "cache"))


def micros(row):
    value = row["seconds"]["median"] * 1e6
    return (f"{value:.2f}" if value < 100 else
            f"{value:.1f}" if value < 1000 else f"{value:.0f}")


def share(value):
    return "–" if value is None else f"{value * 100:.1f} %"


def fastest(rows, row):
    library = [r for r in rows if r["backend"] == LIBRARY
               and same_case(r, row)]
    return min(library, key=lambda r: r["seconds"]["median"], default=None)


def figure(rows, row, head, title):
    """What stands under a head; None: no figure."""
    if re.fullmatch(r"(2\^|n = )[0-9]+", head):
        return (f"{row['gflop_per_s']:.0f}" if "GFLOP/s" in title
                else micros(row))
    if head.startswith("GB/s at"):
        return f"{row['gb_per_s']:.0f}"
    if head.startswith("of its roof"):
        return share(row["roof_share"])
    if head.startswith("of peak"):
        return share(row["peak_share"])
    if head.startswith("published"):
        return share(row.get("published_share"))
    rival = fastest(rows, row)
    if rival and head.startswith("× at"):
        times = rival["seconds"]["median"] / row["seconds"]["median"]
        return f"{times:.2f}×"
    if rival and head.startswith("fastest at"):
        return f"`{rival['variant']}`"
    return None


def cells_of(line):
    return [c.strip() for c in line.strip().strip("|").split("|")]


def bare(cell):
    return cell.replace("`", "").strip("* ")


class Problem(Exception):
    pass


def of_one_file(rows, sizes):
    """Those of the file that has most of the sizes; the shortest name wins."""
    files = {}
    for row in rows:
        files.setdefault(row["file"], []).append(row)
    return min(files.values(), default=[], key=lambda those: (
        -len({r["n"] for r in those} & sizes), len(those[0]["file"]),
        those[0]["file"]))


def only(rows, size, cells):
    """The row of that size, if there is one."""
    those = [r for r in rows if r["n"] == size]
    if len({json.dumps([r["params"], r["dist"], r["type"]])
            for r in those}) > 1:
        raise Problem(f"{cells[0]}: several cases of {those[0]['file']}")
    return those[0] if those else None


def rewritten(rows, names, machines, head, cells):
    """The cells of a table's row, with its figures as they are."""
    variant = next((bare(c) for c in cells if VARIANT.fullmatch(bare(c))),
                   None)
    if not variant:
        return cells
    if variant not in names:
        raise Problem(f"{variant} is in no results")
    about = next(filter(None, (chosen(rows, bare(c))
                               for c in cells + head[:1])), None)
    if not about:
        raise Problem(f"{variant}: no operation is named")
    if about[1]:
        raise Problem(f"{variant}: {' '.join(about[1])} is no type, parameter "
                      "or value of these results")
    machine = next((c.lower() for c in cells if c.lower() in machines),
                   MACHINE)
    sizes = [size_of(h) for h in head]
    for i in range(1, len(sizes)):
        sizes[i] = sizes[i] or sizes[i - 1]
    those = of_one_file([r for r in about[0] if r["machine"] == machine
                         and name(r) == variant], set(sizes))
    new = list(cells)
    for i, cell in enumerate(cells):
        row = only(those, sizes[i], cells)
        text = figure(rows, row, head[i], head[0]) if row else None
        if text is not None:
            new[i] = text
        elif NUMBER.fullmatch(cell):
            raise Problem(f"{' | '.join(cells[:2])}: {cell} under {head[i]} "
                          "is of no results")
    return new


def commits():
    """Of which commits the files are, a line each of a machine's."""
    files = {}
    for file in losses.published():
        whose = losses.machine_of(file), losses.commit_of(file)
        files.setdefault(whose, []).append(
            os.path.basename(file)[:-len(".json")])
    most = {}  # of a machine, the one commit of the others
    for (machine, commit), those in sorted(files.items()):
        if len(those) > len(files.get((machine, most.get(machine)), [])):
            most[machine] = commit
    for (machine, commit), those in sorted(files.items()):
        told = "all others" if commit == most[machine] else \
            ", ".join(those)
        yield f"| {machine} | `{commit}` | {told} |"


@functools.lru_cache(maxsize=None)
def lost():
    return losses.lost_cases()


def made_whole(path, head):
    """The lines of a table that is written as a whole; None: it is not."""
    if head[:3] == ["case", "n", "ours"]:
        return losses.largest(lost()[0], SHORT_LOSSES) if path == SHORT \
            else lost()[0]
    if head[:2] == ["machine", "commit"]:
        return commits()
    return None


def readme(rows, path, text):
    """The text with the figures of its tables as they are."""
    gone, compared = lost()
    text = LOST.sub(f"{len(gone)} of {compared} cases", text)
    names = {name(r) for r in rows}
    machines = {r["machine"] for r in rows}
    lines, head, rule, whole = [], [], False, None
    for line in text.splitlines(keepends=True):
        if not line.startswith("|"):
            head = []
        elif not head:
            head, rule = cells_of(line), True
        elif rule:
            rule = False
            whole = made_whole(path, head)
            if whole is not None:
                line += "".join(l + "\n" for l in whole)
        elif whole is not None:
            continue
        else:
            cells = cells_of(line)
            new = rewritten(rows, names, machines, head, cells)
            if new != cells:
                line = "| " + " | ".join(new) + " |\n"
        lines.append(line)
    return "".join(lines)


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    rows, different = load(), 0
    for path in READMES:
        with open(os.path.join(TOP, path)) as file:
            text = file.read()
        try:
            new = readme(rows, path, text)
        except Problem as problem:
            sys.exit(f"{path}: {problem}")
        for was, now in zip(text.splitlines(), new.splitlines()):
            if arguments and was != now:
                print(f"{path}: {was}\n  should be: {now}")
        different += new != text
        if not arguments:
            with open(os.path.join(TOP, path), "w") as file:
                file.write(new)
    return 1 if arguments and different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
