# SPDX-License-Identifier: Apache-2.0
"""Runs cogs under limits of the system, and judges whether it kept its own.

What is measured is the processor time of the child, which a busy machine hardly makes longer: a
command on one thread that looks at its limit in time has used no more than the limit. What does
overshoot is run again, and judged by the best of three: noise goes away, a loop that does not
look at its limit does not. A command that waits would not be seen by that, so the clock counts too,
with more room.
"""

import os
import pathlib
import resource
import subprocess
import tempfile
import time
import unittest

COGS = os.environ["COGS"]
SANITIZED = os.environ.get("COGS_SANITIZE") == "1"
ALL = os.environ.get("COGS_HOSTILE_ALL") == "1"

SECONDS = 1.0 if ALL else 0.25  # the limit of a run
# A tenth and 20 ms are what is promised, beside the start of the program and the noise of a machine.
MOST_CPU = SECONDS * 1.1 + 0.02 + (2.0 if SANITIZED else 0.15)
MOST_CLOCK = SECONDS * 1.1 + 20
MEGABYTE = 1 << 20
# Sanitizers make frames several times as large as those that people run.
STACK = 64 * MEGABYTE if SANITIZED else None


class Finished:
    def __init__(self, code, cpu, clock, memory, out, err):
        self.code, self.cpu, self.clock, self.memory = code, cpu, clock, memory
        self.out, self.err = out, err

    def late(self):
        """Processor time after the limit, if the machine gave the same share of it all along: on a
        busy one, the time of all is short because the limit came early."""
        return self.cpu * max(0.0, self.clock - SECONDS) / self.clock

    def __str__(self):
        return (f"exit {self.code}, {self.cpu:.2f} s of processor time, {self.clock:.2f} s, "
                f"{self.memory // MEGABYTE} MB\n{self.err[-2000:]}")


def run(folder, *arguments, most_memory=8 << 30, most_cpu=60, stack=STACK):
    """Runs cogs under limits of the system that end it if its own do not."""
    def limit():
        if stack:
            resource.setrlimit(resource.RLIMIT_STACK, (stack, resource.RLIM_INFINITY))
        if not SANITIZED:  # sanitizers reserve terabytes
            resource.setrlimit(resource.RLIMIT_AS, (most_memory, most_memory))
        resource.setrlimit(resource.RLIMIT_CPU, (most_cpu, most_cpu))
    begin = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen([COGS, *map(str, arguments)], stdout=out, stderr=err, cwd=folder,
                                 preexec_fn=limit)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        clock = time.monotonic() - begin
        out.seek(0)
        err.seek(0)
        return Finished(child.returncode, used.ru_utime + used.ru_stime, clock,
                        used.ru_maxrss * 1024, out.read(), err.read().decode("utf-8", "replace"))


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.inputs = pathlib.Path(cls.kept.name)

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ends_in_time(self, *arguments, codes=(0, 1, 4)):
        for _ in range(3):
            done = run(self.folder, *arguments, "--time-limit", SECONDS, "--threads", 1)
            self.assertIn(done.code, codes, f"{arguments}\n{done}")
            if done.cpu < MOST_CPU and done.late() < MOST_CPU - SECONDS:
                break
        self.assertLess(done.cpu, MOST_CPU, f"{arguments}\n{done}")
        if "long_chain" not in str(arguments[0:2]):  # its model alone takes long to read
            self.assertLess(done.late(), MOST_CPU - SECONDS, f"{arguments}\n{done}")
        self.assertLess(done.clock, MOST_CLOCK, f"{arguments}\n{done}")
        if done.cpu > SECONDS * 1.05 + (1.0 if SANITIZED else 0.1):  # reading a model is not limited
            self.assertEqual(done.code, 4, f"{arguments}\n{done}")
        return done
