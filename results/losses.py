#!/usr/bin/env python3
"""losses.py - where a library's fastest row is faster than our best.

    results/losses.py [results/NAME.json...]

Of every case in the files (those of all machines), rows of a Markdown table,
the largest loss first: the medians in µs, and how many times as long the
library takes. A loss counts if the 95 % intervals of the medians do not
meet (of rows of too few samples for one: their samples, four at least), or if
our best is not right or has failed. Of a case in several files the largest
loss is told. A file that was made by a program with changes that are in no
commit does not count."""
import glob
import json
import math
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OURS, LIBRARY = "cuda", "cub"
LEAST = 4  # samples that say something
SAID_FIRST = ("operator", "function", "kind")  # by its value alone


def commit_of(file):
    with open(file) as text:
        return re.search(r'"commit":"([^"]*)"', text.read())[1]


def published():
    """The files that count."""
    files = sorted(glob.glob(os.path.join(HERE, "*", "*.json")))
    return [f for f in files if not commit_of(f).endswith("-dirty")]


def is_best(row):
    return row["backend"] == OURS and row["best"]


def cases(rows):
    """Our best, whatever became of it, and the library's rows that are right,
    by case."""
    found = {}
    for r in rows:
        right = r["backend"] == LIBRARY and r["status"] == "ok"
        if (right or is_best(r)) and not r["transfers"]:
            case = (r["op"], r["type"], r["n"], r["dist"], r["cache"],
                    tuple(r["params"].items()))
            found.setdefault(case, []).append(r)
    return {case: those for case, those in found.items()
            if any(map(is_best, those)) and not all(map(is_best, those))}


def ends(row):
    """Of the interval of its median, or of its samples if it has none."""
    low, high = row["seconds"]["ci_low"], row["seconds"]["ci_high"]
    if low is not None:
        return low, high
    if len(row["samples"]) < LEAST:
        return 0, math.inf
    return min(row["samples"]), max(row["samples"])


def loss(rows):
    """None, or the best of ours and the row that is faster."""
    best = next(filter(is_best, rows))
    fastest = min((r for r in rows if not is_best(r)),
                  key=lambda r: r["seconds"]["median"])
    apart = best["status"] != "ok" or ends(fastest)[1] < ends(best)[0]
    return (best, fastest) if apart else None


def described(case, several):
    """As in "segreduce, sum of f32, lengths one": parameters that have
    several values in the files."""
    op, kind, _, _, cache, params = case
    params = [(k, str(v)) for k, v in params if (op, k) in several]
    first = " ".join(v for k, v in params if k in SAID_FIRST)
    words = [op, f"{first} of {kind}" if first else kind]
    words += [f"{k} {v}" for k, v in params if k not in SAID_FIRST]
    return ", ".join(words + ["hot"] * (cache == "hot"))


def machine_of(file):
    return os.path.basename(os.path.dirname(os.path.abspath(file)))


def size(n, params):
    if "m" in dict(params):
        return "–"  # of a shape that is described
    plain = n & (n - 1) or n < 2 ** 16
    return f"n = {n}" if plain else f"2^{n.bit_length() - 1}"


def micros(row):
    if row["status"] != "ok":
        return row["status"]
    value = row["seconds"]["median"] * 1e6
    return f"{value:.0f}" if value >= 1000 else f"{value:#.4g}"


def line(case, machine, ours, theirs, several):
    right = ours["status"] == "ok"
    ratio = theirs["seconds"]["median"] / ours["seconds"]["median"] \
        if right else 0
    return ratio, " | ".join((
        "| " + described(case, several), size(case[2], case[5]),
        f"`{OURS}/{ours['variant']}`", micros(ours), f"{ratio:.3f}×",
        f"`{LIBRARY}/{theirs['variant']}`", micros(theirs),
        machine.upper() + " |"))


def lost_cases(files=None):
    """The lines of the table, and how many cases were compared."""
    machines, values, compared, lost = [], {}, set(), {}
    for file in files or published():
        with open(file) as text:
            machines.append((machine_of(file), cases(json.load(text)["rows"])))
    for _, rows_of in machines:
        for case in rows_of:
            for key, value in case[5]:
                values.setdefault((case[0], key), set()).add(value)
    several = {key for key, seen in values.items() if len(seen) > 1}
    for machine, rows_of in machines:
        for case, rows in rows_of.items():
            compared.add((machine, case))
            pair = loss(rows)
            if pair:
                told = line(case, machine, *pair, several)
                lost[machine, case] = min(told, lost.get((machine, case),
                                                         told))
    return [text for _, text in sorted(lost.values())], len(compared)


def largest(lines, count):
    """Of so many operations, those that lose most, the first line each."""
    first = {}
    for text in lines:
        first.setdefault(text.strip("| ").split(",")[0], text)
    return list(first.values())[:count]


if __name__ == "__main__":
    lines, compared = lost_cases(sys.argv[1:])
    print(*lines, sep="\n")
    print(len(lines), "of", compared, "cases", file=sys.stderr)
