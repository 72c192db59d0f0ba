#!/usr/bin/env python3
# interrupts.py - cuts runs of compare off, and looks at what is left.
#
#   interrupts.py COMPARE ROUNDS [PHASE...]
#
# Each run has a terminal for its errors, which tells the phase it is in; it is
# cut off in one, or at any moment. A line a way: "ok" or "no", and what. ROUNDS
# 0: each phase once, by one signal or another. PHASE: of these alone, whose
# names are below, or "any phase".
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

COMPARE, ROUNDS, ONLY = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
# Long enough for each phase to be met, and for several rows.
ARGUMENTS = ("--op reduce,scan --backend reference,openmp --size 2^18,2^25"
             " --starts 2 --min-time 0.2 --timeout 0.5 --warmup 1").split()
# Beside other tests threads of more cores would wait for each other.
ARGUMENTS += ["--threads", str(min(2, len(os.sched_getaffinity(0))))]
# What is asked for besides, of as many rows.
MORE = {"sustained": ("--op sgemm --size 100,120,140,160 --starts 1"
                      " --sustained=2").split(),
        "plotting": "--size 2^10,2^12 --starts 1 --min-time 0.01".split()}
ROWS = 8
PHASES = {"planning": "",
          "roofs": "measuring the roofs",
          "generation and oracle": "rows 3-4 of",
          "checking": "checking",
          "chilling and sampling": "rows in turns",
          "sustained": ": sustained",
          "plotting": "results: "}
SIGNALS = [signal.SIGHUP, signal.SIGINT, signal.SIGTERM]
# Two seconds are promised. A neighbour may hold up what is left to do then.
END, SLACK = 2, 4
ANY = "any phase"
LAST = 0.1 # a run that has nothing left to do may end so, with 0
PATIENCE = 120


class Run:
    """A run in a directory of its own, with what it said so far."""

    def __init__(self, directory, roofs, more=(), ignore=None):
        self.directory, self.said = directory, ""
        self.terminal, other = pty.openpty()

        def prepare():
            for name in SIGNALS:
                signal.signal(name, signal.SIG_DFL)
            if ignore:
                signal.signal(ignore, signal.SIG_IGN)

        self.process = subprocess.Popen(
            [COMPARE] + ARGUMENTS + list(more) +
            ([] if roofs else ["--no-roofs"]),
            cwd=directory, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=other, start_new_session=True,
            preexec_fn=prepare)
        os.close(other)

    def listen(self, seconds):
        """False: there is no more to come."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            text = os.read(self.terminal, 4096)
        except OSError:
            return False
        self.said += text.decode(errors="replace")
        return bool(text)

    def until(self, phrase):
        """Whether it came to that."""
        begin = time.monotonic()
        while phrase not in self.said:
            if not self.listen(0.1) or time.monotonic() > begin + PATIENCE:
                return phrase in self.said
        return True

    def sleep(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            self.listen(max(0, min(0.05, end - time.monotonic())))

    def end(self):
        """The seconds that it still took, or None."""
        begin = time.monotonic()
        while self.process.poll() is None:
            self.listen(0.01)
            if time.monotonic() > begin + PATIENCE:
                return None
        seconds = time.monotonic() - begin
        while self.listen(0) and select.select([self.terminal], [], [], 0)[0]:
            pass
        os.close(self.terminal)
        return seconds

    def begun(self):
        """The rows before the case that it was last seen in."""
        seen = re.findall(r"\[rows? (\d+)", self.said)
        return int(seen[-1]) - 1 if seen else 0


def session_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return 0 if fields[0] == "Z" else int(fields[3])
    except OSError:
        return 0


def processes(session):
    return [pid for pid in os.listdir("/proc")
            if pid.isdigit() and session_of(pid) == session]


def left_running(run):
    """Memory is taken back in a moment, not at once."""
    end = time.monotonic() + 10
    while processes(run.process.pid) and time.monotonic() < end:
        time.sleep(0.05)
    return processes(run.process.pid)


def rows_of(directory):
    """The rows on disk, and what is wrong with the files."""
    rows, faults = [], []
    runs = os.path.join(directory, "runs")
    for name in sorted(os.listdir(runs)) if os.path.isdir(runs) else []:
        path = os.path.join(runs, name)
        if not os.path.getsize(path):
            faults.append(f"{name} is empty")
        elif name.endswith(".json"):
            try:
                with open(path) as file:
                    rows += json.load(file)["rows"]
            except ValueError as error:
                faults.append(f"{name}: {error}")
        elif not re.search(r"\.(svg|dat)$", name):
            faults.append(f"{name} is left")
        elif name.endswith(".svg"):
            with open(path) as file:
                if not file.read().rstrip().endswith("</svg>"):
                    faults.append(f"{name} is cut off")
    return rows, faults


def cut(name, phase, wait):
    """What is wrong after the signal, and the seconds until the end."""
    directory = tempfile.mkdtemp(dir=".")
    run = Run(directory, phase in ("roofs", "sustained") or
              ROUNDS and phase not in PHASES, MORE.get(phase, ()))
    if PHASES.get(phase) and not run.until(PHASES[phase]):
        run.process.kill()
        return [f"never came to {phase}: says {run.said[-200:]!r}"], 0
    run.sleep(wait)
    if run.process.poll() is not None:
        run.end()
        shutil.rmtree(directory)
        return None, 0 # it was over before
    begun = run.begun()
    run.process.send_signal(name)
    seconds = run.end()
    rows, faults = rows_of(directory)
    if (run.process.returncode == 0 and seconds is not None and
            seconds < LAST and not faults and
            len(rows) == ROWS):
        shutil.rmtree(directory)
        return None, 0 # all was done but to exit
    if seconds is None:
        faults.append("it goes on")
    if left_running(run):
        faults.append("processes are left")
    if len(rows) < begun - (name == signal.SIGKILL):
        faults.append(f"{len(rows)} rows on disk after {begun}")
    if name != signal.SIGKILL:
        status = run.process.returncode
        early = status == -name and not run.said # before it could catch it
        if status != 128 + name and not early:
            faults.append(f"exit status {status}")
        told = re.search(r"interrupted, (\d+)( of (\d+))? rows", run.said)
        if not told and not early:
            faults.append("says " + repr(run.said[-200:]))
        elif told and int(told[1]) != len(rows):
            faults.append(f"{told[0]}, on disk {len(rows)}")
        elif told and told[3] and int(told[3]) != ROWS:
            faults.append(f"{told[0]}: of {ROWS}")
        if (seconds or 0) > END + SLACK:
            faults.append(f"ended after {seconds:.2f} s")
    shutil.rmtree(directory)
    return faults, seconds or 0


def tell(what, faults):
    print("no" if faults else "ok", what + "".join(
        ": " + fault for fault in faults[:3]), flush=True)


def cut_often(name, phase, times, longest):
    faults, most = [], 0
    for _ in range(times):
        found, within = None, longest
        while found is None: # over before: sooner, then
            wait = random.uniform(0, within)
            found, seconds = cut(name, phase, wait)
            within /= 2
        faults += [f"{fault} (after {wait:.3f} s)" for fault in found]
        most = max(most, seconds)
    tell(f"{name.name} in {phase}, {times}: at most {most:.2f} s", faults)


def asked_for(phase):
    return not ONLY or phase in ONLY


def main():
    unknown = set(ONLY) - set(PHASES) - {ANY}
    if unknown:
        sys.exit(f"interrupts.py: no phase {unknown.pop()!r}; there are: "
                 + ", ".join([*PHASES, ANY]))
    os.chdir(tempfile.mkdtemp(dir="."))
    begin = time.monotonic()
    whole = Run(os.getcwd(), ROUNDS, ignore=signal.SIGHUP)
    whole.until("[row")
    whole.process.send_signal(signal.SIGHUP)
    ended = whole.end()
    length = time.monotonic() - begin
    rows, faults = rows_of(".")
    if ended is None or whole.process.returncode or len(rows) != ROWS:
        faults.append(f"{whole.process.returncode}, {len(rows)} rows")
    tell("under nohup a HUP is nothing", faults)
    shutil.rmtree("runs")
    for i, phase in enumerate(PHASES):
        short = 0.15 if phase in ("planning", "plotting") else 0.4
        names = [*SIGNALS, signal.SIGKILL] if ROUNDS else [SIGNALS[i % 3]]
        for name in names if asked_for(phase) else []:
            cut_often(name, phase, ROUNDS or 1, short)
    if asked_for(ANY):
        for name in SIGNALS if ROUNDS else []:
            cut_often(name, ANY, ROUNDS, length)
        cut_often(signal.SIGKILL, ANY, ROUNDS or 4, length)


main()
