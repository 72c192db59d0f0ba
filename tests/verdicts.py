#!/usr/bin/env python3
# verdicts.py - separate runs of one build: how often does diff tell them apart?
#
#   verdicts.py COMPARE RUNS [DIRECTORY] [-- ARGUMENT...]
#
# So many runs of COMPARE with these arguments, one after the other, and diff of
# every pair of them; runs that DIRECTORY has already are not made again. A row
# that is called slower or faster is a false alarm. Where it is called the same
# the newer run is made 10 % slower, every sample of it, and must be told.
# Promised are at most 1 % of false alarms, 25 % unclear, and 95 % of the
# slowdowns told; the exit status says whether that held. A line a row: its
# verdicts, and its times in microseconds.
import collections
import itertools
import json
import os
import subprocess
import sys
import tempfile

USUAL = ("--op reduce,scan,compact --backend reference,openmp"
         " --size 2^12,2^16,2^20,2^24").split()
FALSE, UNCLEAR, TOLD, SLOWER = 0.01, 0.25, 0.95, 1.1


def measure(compare, arguments, path):
    if os.path.exists(path):
        return
    done = subprocess.run([compare, *arguments, "--no-plot", "--no-save", "--quiet", "--json", path],
                          stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        sys.exit(f"verdicts.py: {compare} ended with {done.returncode}")


def slowed(path, copy):
    """The run as it were, had all of its code taken longer."""
    with open(path, encoding="utf-8") as file:
        run = json.load(file)
    for row in run["rows"]:
        row["samples"] = [SLOWER * sample for sample in row["samples"]]
        if row["seconds"]:
            row["seconds"] = {key: value and SLOWER * value for key, value in row["seconds"].items()}
    run["started"] = "later"
    with open(copy, "w", encoding="utf-8") as file:
        json.dump(run, file)


def verdicts(compare, old, new):
    text = subprocess.run([compare, "diff", old, new, "--fail-on", "none", "--quiet", "--json", "-"],
                          stdout=subprocess.PIPE, check=True).stdout
    return {(row["op"], f'{row["backend"]}/{row["variant"]}', row["n"]): row["verdict"]
            for row in json.loads(text)["rows"]}


def times(paths):
    of = collections.defaultdict(list)
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for row in json.load(file)["rows"]:
                if row["status"] == "ok":
                    of[row["op"], f'{row["backend"]}/{row["variant"]}', row["n"]].append(row["seconds"]["median"])
    return of


def main():
    words = sys.argv[1:]
    arguments = words[words.index("--") + 1:] if "--" in words else USUAL
    words = words[:words.index("--")] if "--" in words else words
    compare, runs = words[0], int(words[1])
    with tempfile.TemporaryDirectory() as own:
        directory = words[2] if len(words) > 2 else own
        os.makedirs(directory, exist_ok=True)
        paths = [os.path.join(directory, f"run-{i + 1}.json") for i in range(runs)]
        for path in paths:
            measure(compare, arguments, path)
        slow = [os.path.join(own, f"slow-{i + 1}.json") for i in range(runs)]
        for path, copy in zip(paths, slow):
            slowed(path, copy)
        rows = collections.defaultdict(collections.Counter)
        told = collections.Counter()
        for i, k in itertools.combinations(range(runs), 2):
            planted = verdicts(compare, paths[i], slow[k])
            for name, verdict in verdicts(compare, paths[i], paths[k]).items():
                rows[name][verdict] += 1
                if verdict == "same":
                    told[planted.get(name)] += 1
        taken = times(paths)
    for name, counts in rows.items():
        print(*name, *(f"{counts[verdict]} {verdict}" for verdict in sorted(counts)), "|",
              *(f"{1e6 * time:.4g}" for time in taken[name]))
    total = sum(rows.values(), collections.Counter())
    count, planted = sum(total.values()), max(sum(told.values()), 1)
    false = total["slower"] + total["faster"]
    print(f"{runs} runs, {count} rows: {false} told apart ({false / count:.2%}),"
          f' {total["unclear"]} unclear ({total["unclear"] / count:.1%});'
          f' 10 % slower told in {told["slower"]} of {sum(told.values())} ({told["slower"] / planted:.1%})')
    sys.exit(false > FALSE * count or total["unclear"] > UNCLEAR * count or told["slower"] < TOLD * planted)


main()
