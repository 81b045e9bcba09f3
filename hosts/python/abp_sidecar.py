"""Writes an Agent Backplane sidecar in Python: standard library only, Python 3.9 or newer.

    from abp_sidecar import serve

    def run(run):
        run.message("You asked for: " + run.work_order["task"])

    serve({"id": "echo"}, {"streaming": "native"}, run)

`serve` speaks the protocol (docs/sidecars.md) on the standard streams and returns when the backplane closes standard
input and the active run has ended. It reads in a thread of its own, so that pings are answered and a cancel arrives
while a run works. Runs are called in the thread that called `serve`, one at a time.

Standard output belongs to the protocol. Whatever else the program or its child processes print goes to standard error.
"""

import json
import os
import queue
import sys
import threading
import traceback
from datetime import datetime, timezone
from typing import Any, Callable, Dict, NamedTuple, Optional

CONTRACT_VERSION = "abp/v0.1"


class Cancelled(Exception):
    """The backplane cancelled the run. A run that lets it pass ends as partial."""


class ToolAnswer(NamedTuple):
    """The answer to a question about a tool."""

    allowed: bool
    reason: str


class Run:
    """One run, as the code of a sidecar sees it. Every method may be called from any thread."""

    def __init__(self, server: "_Server", run_id: str, work_order: Dict[str, Any]):
        self.id = run_id
        self.work_order = work_order
        #: Set when the backplane cancels the run; wait on it instead of sleeping.
        self.cancelled = threading.Event()
        self.cancel_reason: Optional[str] = None
        self._server = server
        self._lock = threading.Lock()
        self._has_ended = False
        self._questions: Dict[str, "queue.Queue[Optional[ToolAnswer]]"] = {}
        self._count = 0
        self._denial: Optional[ToolAnswer] = None

    def emit(self, event_type: str, **members: Any) -> None:
        """Sends one event, and blocks while standard output is full. An event after the end of the run is dropped."""
        event = {"ts": _now(), "type": event_type, **members}
        with self._lock:
            if not self._has_ended:
                self._server.write({"t": "event", "ref_id": self.id, "event": event})

    def text(self, text: str) -> None:
        """Sends a piece of an answer that is still being written."""
        self.emit("assistant_delta", text=text)

    def message(self, text: str) -> None:
        """Sends a whole message of the assistant."""
        self.emit("assistant_message", text=text)

    def warning(self, message: str) -> None:
        self.emit("warning", message=message)

    def raise_if_cancelled(self) -> None:
        """Raises Cancelled once the backplane has cancelled the run."""
        if self.cancelled.is_set():
            raise Cancelled("cancelled: " + (self.cancel_reason or "no reason"))

    def sleep(self, seconds: float) -> None:
        """Waits. Raises Cancelled as soon as the run is cancelled."""
        self.cancelled.wait(seconds)
        self.raise_if_cancelled()

    def ask_tool(self, tool_name: str, tool_input: Any) -> ToolAnswer:
        """Asks whether a tool may be used, and waits for the answer. Raises Cancelled when the run is cancelled.

        Needs `asks_before_tools=True`. Without a backplane that could answer, the answer is a denial.
        """
        if not self._server.asks_before_tools:
            raise RuntimeError("ask_tool needs serve(..., asks_before_tools=True)")
        self.raise_if_cancelled()
        answers: "queue.Queue[Optional[ToolAnswer]]" = queue.Queue()
        with self._lock:
            if self._denial is not None:
                return self._denial
            self._count += 1
            request_id = str(self._count)
            self._questions[request_id] = answers
            self._server.write(
                {
                    "t": "tool_request",
                    "ref_id": self.id,
                    "request_id": request_id,
                    "tool_name": tool_name,
                    "input": tool_input,
                }
            )
        answer = answers.get()
        if answer is None:
            self.raise_if_cancelled()
            return ToolAnswer(False, "the run has ended")
        return answer

    # The reading thread calls the methods below.

    def _cancel(self, reason: Optional[str]) -> None:
        self.cancel_reason = reason
        self.cancelled.set()
        self._answer_all(None)

    def _decide(self, request_id: Any, answer: ToolAnswer) -> None:
        with self._lock:
            answers = self._questions.pop(str(request_id), None)
        if answers is None:
            _note("a tool_decision answers no open question (request_id %s)" % request_id)
        else:
            answers.put(answer)

    def _input_ended(self) -> None:
        denial = ToolAnswer(False, "the backplane has closed the input, so nobody can allow a tool")
        with self._lock:
            self._denial = denial
        self._answer_all(denial)

    def _answer_all(self, answer: Optional[ToolAnswer]) -> None:
        with self._lock:
            waiting = list(self._questions.values())
            self._questions.clear()
        for answers in waiting:
            answers.put(answer)

    def _end(self, frame: Dict[str, Any]) -> None:
        """Writes the one last frame of the run."""
        with self._lock:
            if not self._has_ended:
                self._server.write(frame)
                self._has_ended = True
        self._answer_all(None)


def serve(
    identity: Dict[str, Any],
    capabilities: Dict[str, Any],
    run: Callable[[Run], Optional[Dict[str, Any]]],
    mode: str = "mapped",
    asks_before_tools: bool = False,
) -> None:
    """Serves the protocol until the backplane closes standard input.

    `run` returns None for a complete run, or a dictionary with any of `outcome` ("complete", "partial", "failed"),
    `usage`, `usage_raw`, `artifacts` and `harness_ok`. An exception fails the run and nothing else.
    """
    _Server(identity, capabilities, run, mode, asks_before_tools).serve()


class _Server:
    def __init__(self, identity, capabilities, run, mode, asks_before_tools):
        self.identity = {"backend_version": None, "adapter_version": None, **identity}
        self.capabilities = capabilities
        self.mode = mode
        self.asks_before_tools = asks_before_tools
        self._run = run
        self._waiting: "queue.Queue[Optional[Run]]" = queue.Queue()
        self._lock = threading.Lock()
        self._active: Optional[Run] = None
        self._write_lock = threading.Lock()
        self._input, self._output = _take_standard_streams()

    def serve(self) -> None:
        hello = {
            "t": "hello",
            "contract_version": CONTRACT_VERSION,
            "backend": self.identity,
            "capabilities": self.capabilities,
            "mode": self.mode,
        }
        self.write({**hello, "asks_before_tools": True} if self.asks_before_tools else hello)
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            active = self._waiting.get()
            if active is None:
                return
            self._execute(active)

    def write(self, frame: Dict[str, Any]) -> None:
        """Writes one line. Raises ValueError or TypeError for a value that JSON cannot hold."""
        line = json.dumps(frame, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        # Half a surrogate pair cannot be sent as UTF-8; it becomes an escape such as \\ud800, as JSON writes it.
        data = memoryview(line.encode("utf-8", "backslashreplace") + b"\n")
        with self._write_lock:
            try:
                while data:
                    data = data[os.write(self._output, data) :]
            except OSError:
                # Nobody reads any more: there is nobody to work for.
                os._exit(1)

    def _execute(self, active: Run) -> None:
        started = datetime.now(timezone.utc)
        try:
            active.emit("run_started", message="%s starts" % self.identity["id"])
            result = self._result(active)
            outcome = result.get("outcome") or ("partial" if active.cancelled.is_set() else "complete")
            active.emit("run_completed", message="%s: %s" % (self.identity["id"], outcome))
            receipt = self._claim(active, started, outcome, result)
            self._finish(active, {"t": "final", "ref_id": active.id, "receipt": receipt})
        except Exception as error:
            traceback.print_exc()
            self._finish(active, {"t": "fatal", "ref_id": active.id, "error": _describe(error)})
        except BaseException as error:
            # sys.exit or an interrupt ends the program; the backplane still learns how the run ended.
            self._finish(active, {"t": "fatal", "ref_id": active.id, "error": _describe(error)})
            raise

    def _finish(self, active: Run, frame: Dict[str, Any]) -> None:
        # The backplane may send the next run as soon as it reads the frame.
        with self._lock:
            self._active = None
            active._end(frame)

    def _result(self, active: Run) -> Dict[str, Any]:
        # A cancelled run that raises has reached no result, and that is no fault.
        try:
            return self._run(active) or {}
        except Exception as error:
            if not active.cancelled.is_set():
                raise
            active.warning(str(error))
            return {"outcome": "partial"}

    def _claim(self, active: Run, started: datetime, outcome: str, result: Dict[str, Any]) -> Dict[str, Any]:
        # `trace` stays empty: the backplane records the events as it receives them.
        finished = max(started, datetime.now(timezone.utc))
        usage = dict.fromkeys(
            ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "request_units")
        )
        return {
            "meta": {
                "run_id": active.id,
                "work_order_id": active.work_order.get("id"),
                "contract_version": CONTRACT_VERSION,
                "started_at": _format(started),
                "finished_at": _format(finished),
                "duration_ms": int((finished - started).total_seconds() * 1000),
            },
            "backend": self.identity,
            "capabilities": self.capabilities,
            "mode": self.mode,
            "usage_raw": result.get("usage_raw", {}),
            "usage": {**usage, "estimated_cost_usd": None, **result.get("usage", {})},
            "trace": [],
            "artifacts": result.get("artifacts", []),
            "verification": {
                "git_diff": None,
                "git_status": None,
                "harness_ok": result.get("harness_ok", outcome == "complete"),
            },
            "outcome": outcome,
            "receipt_sha256": None,
        }

    def _read(self) -> None:
        with os.fdopen(self._input, "rb") as lines:
            for line in lines:
                try:
                    self._receive(line)
                except ValueError as error:
                    self._refuse(str(error))
        with self._lock:
            active = self._active
        if active is not None:
            active._input_ended()
        self._waiting.put(None)

    def _receive(self, line: bytes) -> None:
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError("the line is not UTF-8") from None
        if text.strip() == "":
            return
        try:
            frame = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError("the line is not JSON: %s" % error) from None
        if not isinstance(frame, dict) or not isinstance(frame.get("t"), str):
            raise ValueError('the line is no JSON object with a text member "t"')
        kind = frame["t"]
        if kind == "run":
            self._accept(frame)
        elif kind == "ping":
            self.write({"t": "pong", "seq": frame["seq"]} if "seq" in frame else {"t": "pong"})
        elif kind in ("cancel", "tool_decision"):
            with self._lock:
                active = self._active
            if active is None or frame.get("ref_id") != active.id:
                return
            if kind == "cancel":
                active._cancel(frame.get("reason"))
            else:
                # Everything but a clear permission denies.
                allowed = frame.get("verdict") == "allow"
                active._decide(frame.get("request_id"), ToolAnswer(allowed, str(frame.get("reason") or "")))
        else:
            # A newer backplane may send frames that this kit does not know.
            _note("a frame of type %r is ignored" % kind)

    def _accept(self, frame: Dict[str, Any]) -> None:
        run_id, work_order = frame.get("id"), frame.get("work_order")
        with self._lock:
            active = self._active
            if isinstance(run_id, str) and isinstance(work_order, dict) and active is None:
                self._active = Run(self, run_id, work_order)
                self._waiting.put(self._active)
                return
        if not isinstance(run_id, str) or not isinstance(work_order, dict):
            refuse_id = run_id if isinstance(run_id, str) and (active is None or run_id != active.id) else None
            self._refuse("a run frame needs a text `id` and an object `work_order`", refuse_id)
        elif run_id == active.id:
            _note("run %s is under way already" % run_id)
        else:
            self._refuse("run %s is under way; one run at a time" % active.id, run_id)

    def _refuse(self, error: str, ref_id: Optional[str] = None) -> None:
        # A `fatal` without a run would end the active run, so a bad line is then only noted.
        with self._lock:
            is_busy = self._active is not None
        if ref_id is None and is_busy:
            _note(error)
        else:
            self.write({"t": "fatal", "ref_id": ref_id, "error": error})


def _take_standard_streams():
    """Keeps the protocol's streams to ourselves: child processes get an empty input, and standard error as output."""
    protocol_input, protocol_output = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return protocol_input, protocol_output


def _now() -> str:
    return _format(datetime.now(timezone.utc))


def _format(time: datetime) -> str:
    return time.isoformat(timespec="microseconds").replace("+00:00", "Z")


def _describe(error: BaseException) -> str:
    return "%s: %s" % (type(error).__name__, error)


def _note(text: str) -> None:
    print("sidecar: " + text, file=sys.stderr, flush=True)
