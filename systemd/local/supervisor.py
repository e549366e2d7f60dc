# SPDX-License-Identifier: Apache-2.0
"""The supervisor: starts the processes of each part, restarts them when they end, and obeys commands on its socket.
supervise.py describes its use and its files."""
import ctypes
import fcntl
import hashlib
import json
import os
import selectors
import shutil
import signal
import socket
import time

from processes import end_all, end_orphans, own, write_sessions

PAUSES = (0, 0, 1, 2, 3, 4, 6, 10)  # seconds before the next start, by consecutive quick ends
STEADY_SECONDS = 5
BACKLOG = 1024
PR_SET_CHILD_SUBREAPER = 36
DEFAULT_SIGNALS = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ,
                   signal.SIGCHLD)


def code_digest():
    """Digest of this program's files, so that `up` can detect an old version that is still running."""
    here, digest = os.path.dirname(os.path.abspath(__file__)), hashlib.sha256()
    for name in ("supervisor.py", "processes.py"):
        with open(os.path.join(here, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


class Process:
    """One process of a part, across all its restarts."""

    def __init__(self):
        self.pid, self.since, self.kill_at = None, 0.0, None
        self.due = None  # monotonic time of the next start
        self.quick_ends, self.restarts, self.last_end = 0, 0, None


class Part:
    def __init__(self, line):
        self.name, count, level, stop_signal, grace, group = line.split()
        self.level, self.grace = int(level), int(grace)
        self.signal = signal.Signals["SIG" + stop_signal]
        self.group = None if group == "-" else group
        self.processes = [Process() for _ in range(int(count))]
        self.wanted = False

    def alive(self):
        return [process for process in self.processes if process.pid]

    def state(self):
        if not self.wanted:
            return "stopping" if self.alive() else "stopped"
        return "up" if len(self.alive()) == len(self.processes) else "waiting"

    def report(self):
        """What `status` reports for the part."""
        ends = [process.last_end for process in self.processes if process.last_end]
        dues = [process.due for process in self.processes if process.due]
        return {"name": self.name, "state": self.state(), "pids": [process.pid for process in self.alive()],
                "processes": len(self.processes), "restarts": sum(process.restarts for process in self.processes),
                "lastEnd": ends[-1] if ends else None,
                "retrySeconds": round(max(0, min(dues) - time.monotonic())) if dues else None}


class Supervisor:
    def __init__(self, place, run):
        self.place, self.run = place, run
        self.parts, self.by_pid, self.sockets = {}, {}, {}
        self.waiting = []  # (connection, names of the parts that must have ended, whether to quit then)
        self.done, self.code = False, code_digest()
        self.selector = selectors.DefaultSelector()

    # ---- parts and their processes ---------------------------------------------------------------

    def read_parts(self):
        """Reads new parts, and new definitions of parts that are not running."""
        with open(os.path.join(self.place, "etc/parts.conf"), encoding="utf-8") as file:
            for part in map(Part, filter(str.strip, file)):
                known = self.parts.get(part.name)
                if known is None or not (known.wanted or known.alive()):
                    self.parts[part.name] = part

    def note(self, part, **fields):
        """Writes one line to the part's own log."""
        line = json.dumps({"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "level": "warning",
                           "service": "supervisor", "part": part.name, **fields})
        with open(os.path.join(self.place, "log", part.name + ".log"), "a", encoding="utf-8") as log:
            log.write(line + "\n")

    def listening_socket(self, part):
        """Created once and kept, so that requests wait while every process of the part restarts."""
        if part.name not in self.sockets:
            path = os.path.join(self.run, part.name + ".sock")
            if os.path.lexists(path):
                os.unlink(path)
            listener = socket.socket(socket.AF_UNIX)
            before = os.umask(0o177)
            try:
                listener.bind(path)
            finally:
                os.umask(before)
            if os.geteuid() == 0:
                shutil.chown(path, "root", part.group)
                os.chmod(path, 0o660)
            listener.listen(BACKLOG)
            self.sockets[part.name] = listener
        return self.sockets[part.name]

    def spawn(self, part, process):
        process.due, process.kill_at, process.since = None, None, time.monotonic()
        script = os.path.join(self.place, "etc/parts", part.name)
        log = os.path.join(self.place, "log", part.name + ".log")
        append = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        try:
            actions = [(os.POSIX_SPAWN_DUP2, self.listening_socket(part).fileno(), 0) if part.group else
                       (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                       (os.POSIX_SPAWN_OPEN, 1, log, append, 0o640), (os.POSIX_SPAWN_DUP2, 1, 2)]
            process.pid = os.posix_spawn(script, [script], os.environ, file_actions=actions, setsid=True,
                                         setsigmask=[], setsigdef=DEFAULT_SIGNALS)
            self.by_pid[process.pid] = (part, process)
        except (OSError, LookupError) as error:
            self.ended(part, process, f"could not start: {error}")

    def ended(self, part, process, how):
        process.pid, process.kill_at, process.last_end = None, None, how
        if not part.wanted:
            return
        quick = time.monotonic() - process.since < STEADY_SECONDS
        process.quick_ends = process.quick_ends + 1 if quick else 0
        pause = PAUSES[min(process.quick_ends, len(PAUSES) - 1)]
        process.due = time.monotonic() + pause
        process.restarts += 1
        self.note(part, event="process ended", how=how, retrySeconds=pause)

    def reap(self):
        """Reaps ended processes. What a part's process left behind has become this one's child and is ended too:
        workers of a killed nginx would keep its port."""
        any_ended = False
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            any_ended = True
            if pid in self.by_pid:
                code = os.waitstatus_to_exitcode(status)
                self.ended(*self.by_pid.pop(pid), f"exit {code}" if code >= 0 else signal.Signals(-code).name)
        if any_ended:
            end_orphans(self.by_pid)
            self.remember()

    def remember(self):
        write_sessions(self.run, [(part.name, pid, part.signal.name) for pid, (part, _) in self.by_pid.items()])

    def start_due(self):
        started = False
        for part in self.parts.values():
            for process in part.processes:
                if process.due is not None and process.due <= time.monotonic():
                    self.spawn(part, process)
                    started = True
        if started:
            self.remember()

    def stop_next(self):
        """Signals the unwanted processes of the highest level that still has some; sends SIGKILL to those that are
        late."""
        unwanted = [part for part in self.parts.values() if not part.wanted and part.alive()]
        top = max((part.level for part in unwanted), default=0)
        for part in (part for part in unwanted if part.level == top):
            for process in part.alive():
                if process.kill_at is None:
                    process.kill_at = time.monotonic() + part.grace
                    os.kill(process.pid, part.signal)
                elif process.kill_at <= time.monotonic():
                    os.kill(process.pid, signal.SIGKILL)
                    process.kill_at = time.monotonic() + 1

    # ---- commands --------------------------------------------------------------------------------

    def want(self, names, wanted):
        for part in (self.parts[name] for name in names):
            if part.wanted == wanted:
                continue
            part.wanted = wanted
            for process in part.processes:
                process.quick_ends = 0
                process.due = time.monotonic() if wanted and not process.pid else None

    def answer(self, connection, value):
        try:
            connection.sendall(json.dumps(value).encode() + b"\n")
        except OSError:
            pass  # the client has gone
        connection.close()

    def command(self, connection):
        connection.settimeout(2)
        try:
            verb, *names = connection.makefile().readline().split()
        except (OSError, ValueError):
            connection.close()
            return
        if verb == "start":
            self.read_parts()
        unknown = [name for name in names if name not in self.parts]
        if unknown or verb not in ("start", "stop", "status", "quit"):
            self.answer(connection, {"error": f"there is no part {unknown[0]}" if unknown else f"no command {verb}"})
        elif verb in ("stop", "quit"):
            names = names if verb == "stop" else list(self.parts)
            self.want(names, False)
            self.waiting.append((connection, names, verb == "quit"))
        else:
            self.want(names, True)
            self.start_due()
            self.answer(connection, {"supervisor": os.getpid(), "code": self.code,
                                     "parts": [part.report() for part in self.parts.values()]})

    def answer_waiting(self):
        for entry in list(self.waiting):
            connection, names, quits = entry
            if not any(self.parts[name].alive() for name in names if not self.parts[name].wanted):
                self.waiting.remove(entry)
                self.done = self.done or quits
                if not quits:
                    self.answer(connection, {"stopped": names})

    def pause(self):
        """Seconds until something is due."""
        times = [moment for part in self.parts.values() for process in part.processes
                 for moment in (process.due, process.kill_at) if moment is not None]
        return max(0, min(times) - time.monotonic()) if times else None

    def work(self, control):
        wake, woken = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(woken)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: self.terminate())
        self.selector.register(wake, selectors.EVENT_READ, lambda: os.read(wake, 4096))
        self.selector.register(control, selectors.EVENT_READ, lambda: self.command(control.accept()[0]))
        while not self.done:
            for key, _ in self.selector.select(self.pause()):
                key.data()
            self.reap()
            self.start_due()
            self.stop_next()
            self.answer_waiting()

    def terminate(self):
        self.want(list(self.parts), False)
        self.waiting.append((socket.socket(socket.AF_UNIX), list(self.parts), True))


def run_supervisor(place, run):
    os.makedirs(os.path.join(run, "supervisor"), mode=0o700, exist_ok=True)
    with open(own(run, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.chdir(run)
        os.umask(0o022)
        end_all(run)
        if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
            raise OSError("prctl")
        if os.path.lexists(own(run, "socket")):
            os.unlink(own(run, "socket"))
        with socket.socket(socket.AF_UNIX) as control:
            control.bind(own(run, "socket"))
            control.listen()
            supervisor = Supervisor(place, run)
            supervisor.read_parts()
            supervisor.work(control)
            os.unlink(own(run, "socket"))
        for name in supervisor.sockets:
            os.unlink(os.path.join(run, name + ".sock"))
