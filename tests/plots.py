#!/usr/bin/env python3
"""plots.py - whether pictures show what their data files hold.

    plots.py PICTURE.svg...

Beside each picture is its data, in a file of the same name that ends in .dat.
Every point, interval, bar, roof and label of the data has to be in the picture
where the axes put it, in the colour of its backend. Tells what is not."""

import math
import re
import sys

WIDTH = 960
COLOURS = {"reference": (68, 68, 68), "core": (68, 68, 68),
           "openmp": (0, 158, 115), "cores": (0, 158, 115),
           "cuda": (0, 114, 178), "gpu": (0, 114, 178), "cub": (230, 159, 0)}
PAIR = re.compile(r"(-?[\d.]+),(-?[\d.]+)")
WORD = re.compile(r'"([^"]*)"|(\S+)')


class Picture:
    """The points of a picture, each with its colour, and its texts."""

    def __init__(self, path):
        text = open(path, encoding="utf-8").read()
        self.points = []
        for element in re.findall(r"<(?:path|polygon|use|g)\b[^>]*>", text):
            colour = re.search(r"rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\)", element)
            colour = colour and tuple(map(int, colour.groups()))
            for x, y in PAIR.findall(re.sub(r"rgb\([^)]*\)", "", element)):
                self.points.append((float(x), float(y), colour))
        self.texts = re.findall(r"<text>([^<]*)</text>", text)
        self.words = " ".join(re.findall(r">([^<>\n]+)<", text))
        self.placed = []  # each text, where, and which side of it is there
        for x, y, side, inner in re.findall(
                r'translate\(([\d.]+),([\d.]+)\)"[^>]*text-anchor="(\w+)">\s*'
                r"<text>(.*?)</text>", text, re.S):
            parts = re.findall(r">([^<>\n]+)<", f">{inner}<")
            self.placed.append(("^".join(parts), float(x), float(y), side))
        self.marks = re.findall(
            r"<title>([^<]*)</title>(?:(?!<title>).)*?'#(gpPt\d+)'", text,
            re.S)
        total = float(re.search(r'viewBox="0 0 \d+ (\d+)"', text).group(1))
        self.rows = 3 + round((total - 600) / 24)  # of the key

    def says(self, text, x, y):
        """That text there; None: anywhere."""
        return any(p[0] == text and (x is None or abs(p[1] - x) < 2) and
                   (y is None or abs(p[2] - y) < 3) for p in self.placed)

    def has(self, x, y, backend=None):
        """A point there, of the backend's colour."""
        colour = COLOURS.get(backend)
        return any(abs(p[0] - x) < 1 and abs(p[1] - y) < 1 and
                   (not colour or p[2] == colour) for p in self.points)


def blocks_of(path):
    """Lists of lines of words, a list a block; comments are left out."""
    text = open(path, encoding="utf-8").read()
    return [[[a or b for a, b in WORD.findall(line)]
             for line in block.split("\n")
             if line and not line.startswith("#")]
            for block in text.split("\n\n\n")]


def scale(low, high, begin, end, log):
    """Where a value of an axis is, in pixels."""
    f = math.log if log else float
    return lambda v: begin + (f(v) - f(low)) * (end - begin) / (
        f(high) - f(low))


UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1}


def value_of(label):
    """What a label of an axis says: 100, 2^20, 5 ms."""
    match = re.fullmatch(r"([\d.e+-]+)(?:\^(\d+)| (\w+))?", label)
    if not match:
        return None
    number, power, unit = match.groups()
    return float(number) ** int(power) if power else (
        float(number) * UNITS[unit or "s"])


def wrong_tics(picture, x, y, bottom, lost):
    """Labels of axes stand where their values are; each has two or more."""
    left, count = 0.1 * WIDTH, [0, 0]
    for label, at_x, at_y, side in picture.placed:
        below = side == "middle" and bottom < at_y < bottom + 25
        if not below and not (side == "end" and left - 15 < at_x < left):
            continue
        value = value_of(label)
        if value is None:
            continue
        count[below] += 1
        if value > 0 and abs(x(value) - at_x if below else
                             y(value) + 4 - at_y) > 2:
            lost(f"the tic {label} at its place")
    if min(count) < 2:
        lost("two tics an axis")


def wrong_marks(picture, names, head, lost):
    """Lines of different backends, and neighbours of one, have marks of
    their own."""
    marks = dict(picture.marks)
    kind = {}
    for name, rank in zip(names, head["ranks"].split(" ")):
        backend = re.split("[/\u00a0]", name)[0]
        for title, mark in marks.items():
            if title.split(" → ")[0].replace(" (resident)", "") == name:
                kind.setdefault(mark, set()).add((backend, int(rank) % 2))
    if not kind or any(len(lines) > 1 for lines in kind.values()):
        lost(f"marks of its own for each backend: {kind}")


def wrong_lines(picture, head, blocks, lost):
    """Charts of lines: rates, times, rooflines, threads."""
    script = "roofline" if "only" in head else "threads" if (
        "levels" in head) else "crossover" if "crossings" in head else "speed"
    names = head["lines"].split(" ")
    number = {k: float(head[k]) for k in ("x_low", "x_high", "y_low",
                                          "y_high")}
    rows = max(0, picture.rows - 3) * 24
    height = 600 + rows
    top = (1 - (0.82 if script == "speed" else 0.86)) * 600
    bottom = height - (0.2 * 600 + rows)
    right = (0.84 if script in ("speed", "crossover") else 0.8) * WIDTH
    x = scale(number["x_low"], number["x_high"], 0.1 * WIDTH, right, True)
    y = scale(number["y_low"], number["y_high"], bottom, top,
              script != "speed" or head["y_log"] == "1")
    wrong_tics(picture, x, y, bottom, lost)
    wrong_marks(picture, names, head, lost)
    drawn = 0
    for name, block in zip(names, blocks[3:]):
        backend = re.split("[/\u00a0]", name)[0]
        for row in block:
            a, values = float(row[0]), list(map(float, row[1:4]))
            if script == "roofline":
                values = values[:1]
            for value in values:
                drawn += 1
                if not picture.has(x(a), y(value), backend):
                    lost(f"{name}: {a:g} {value:g}")
        if script == "speed":
            last = float(block[-1][1])
            name += f" → {last:.4g}" if last < 1000 else f" → {last:.0f}"
        if not any(t.startswith(name) for t in picture.texts):
            lost(f"the key of {name}")
    left = 0.1 * WIDTH
    for row in blocks[1] if script in ("speed", "threads") else []:
        if row[2] != "none":
            for end in left, right:
                if not picture.has(end, y(float(row[0])), row[2]):
                    lost(f"the level of {row[3]}")
    for row in blocks[2] if script in ("roofline", "threads") else []:
        if row and number["y_low"] <= float(row[1]) and not picture.has(
                x(float(row[0])), y(float(row[1])),
                row[2] if row[2:] else None):
            lost(f"the roof at {row[0]} {row[1]}")
    for row in blocks[1] if script != "crossover" else []:
        if row[2] != "none" and not picture.says(row[3], None,
                                                 y(float(row[1])) + 4):
            lost(f"the label {row[3]} at its height")
    if script == "speed":
        for row in blocks[2]:
            if row[2] != "none" and not (
                    picture.has(x(float(row[0])), bottom) and
                    picture.has(x(float(row[0])), top)):
                lost(f"the cache of {row[2]}")
        for row in blocks[3 + len(names)]:
            if row[2] != "none" and not picture.has(
                    x(float(row[0])), y(float(row[1])), row[2]):
                lost(f"the rung {row[3]}")
    if script == "crossover" and head["crossings"] != "0":
        for row in map(lambda r: list(map(float, r[:5])), blocks[1]):
            for at, value in ((row[0], row[1]), (row[2], row[1]),
                              (row[3], row[1]), (row[0], row[4])):
                if not picture.has(x(at), y(value)):
                    lost(f"the crossing at {row[0]:g}")
        for row in blocks[1]:
            if not picture.says(row[6], None, y(float(row[4])) + 4):
                lost(f"the label {row[6]} at its height")
        for row in blocks[2] if head["notes"] != "0" else []:
            if not picture.says(row[2], None, y(float(row[1])) + 4):
                lost(f"the label {row[2]} at its height")
    return drawn


def wrong_bars(picture, head, blocks, lost):
    """Charts of bars, and of ladders, whose rungs that are not the best are
    pale."""
    bars, x_high = int(head["bars"]), float(head["x_high"])
    height, ladder = 174 + 26 * bars, "peak" in head
    right = 0.74 if not ladder or float(head["peak"]) <= 0 else 0.62
    x = scale(0, x_high, 0.25 * WIDTH, right * WIDTH, False)
    y = scale(-0.6, bars - 0.4, 104, height - 62, False)
    heads = [head["unit"], "× before", "× first", "% of peak",
             "published"] if ladder else ["time", head["unit"], "of roof"]
    for row in blocks[1]:
        place, rate = float(row[0]), float(row[1])
        backend = (row[2] if row[3] == "1" else None) if ladder else row[5]
        for edge in place - 0.36, place + 0.36:
            if rate > 0 and not picture.has(x(rate), y(edge), backend):
                lost(f"the bar of {row[4 if ladder else 6]}")
        values = [] if ladder else [float(row[2]), float(row[3])]
        for value in values:
            if not any(abs(p[0] - x(value)) < 1 and abs(p[1] - y(place)) < 6
                       for p in picture.points):
                lost(f"the interval of {row[6]}")
        if not ladder and float(row[4]) > 0:
            if not picture.has(x(float(row[4])), y(place + 0.42)):
                lost(f"the roof of {row[6]}")
        if ladder and float(row[9]) > 0 and float(head["peak"]) > 0:
            if not picture.has(x(float(row[9]) * float(head["peak"])),
                               y(place)):
                lost(f"the published share of {row[4]}")
        shown = row[5:8] if ladder else row[7:9] + (
            row[9:10] if int(head["roofs"]) else [])
        if ladder and float(head["peak"]) > 0:
            shown += [f"{100 * float(v):.1f}" if float(v) > 0 else "-"
                      for v in row[8:10]]
        for head_of, what in zip(heads, shown):
            at = [p[1] for p in picture.placed if p[0] == head_of]
            if not any(p[0] == what and abs(p[2] - y(place)) < 9 and
                       any(abs(p[1] - c) < 2 for c in at)
                       for p in picture.placed):
                lost(f"{what}, {head_of}, of {row[4 if ladder else 6]}")
    if ladder and int(head["roofs"]):
        row = blocks[3][0]
        if not picture.says(row[3], x(float(row[0])), None):
            lost(f"the label {row[3]} above its roof")
        for row_of in blocks[2]:
            if not picture.says(row_of[1], None, y(float(row_of[0])) + 4):
                lost(f"the heading {row_of[1]} at its height")
        for edge in -0.4, bars - 0.4:
            if not picture.has(x(float(row[0])), y(edge), row[2]):
                lost(f"the roof {row[3]}")
    return len(blocks[1])


def labels_of(blocks):
    """Quoted texts of the data: titles, and what is beside points."""
    for block in blocks:
        for row in block:
            for word in row:
                if " " in word and word != "none":
                    yield word


def look_at(path):
    """What of the data is not in the picture."""
    blocks = blocks_of(re.sub(r"\.svg$", ".dat", path))
    head = {row[0]: row[1] for row in blocks[0]}
    picture = Picture(path)
    wrong = []
    draw = wrong_bars if "bars" in head else wrong_lines
    drawn = draw(picture, head, blocks, wrong.append)
    if not drawn:
        wrong.append("nothing is drawn")
    for label in labels_of(blocks):
        if label not in head.get("lines", "") and label not in head.get(
                "ranks", "") and label not in picture.words:
            wrong.append(f"the label {label}")
    if head["unit"] not in picture.words and "crossings" not in head and (
            "only" not in head):
        wrong.append("the unit " + head["unit"])
    return wrong


bad = 0
for name in sys.argv[1:]:
    for what in look_at(name):
        print(f"{name} lacks {what}")
        bad = 1
sys.exit(bad)
