"""An example sidecar that does what the task lists, one operation per line (hosts/README.md).

    write notes.txt a line of text
    replace notes.txt line sentence
    rename notes.txt "my notes.txt"
    run ls -l

It asks the backplane before each operation, and checks no path itself: the policy of the run does.
"""

import base64
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import urllib.request
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from abp_sidecar import Cancelled, Run, serve

PREVIEW_BYTES = 2048
MAX_FETCH_BYTES = 1024 * 1024


class Denied(Exception):
    """The backplane did not allow a tool."""


class Operation(NamedTuple):
    """How many arguments an operation takes, and whether the last one is the rest of the line."""

    arguments: int
    takes_rest: bool
    carry_out: Callable[..., None]


class Work:
    """One task on one workspace."""

    def __init__(self, run: Run):
        self.run = run
        self.root = run.work_order["workspace"]["root"]
        self.done = self.denied = self.failed = 0
        self._calls = 0

    def path(self, name: str) -> str:
        return os.path.join(self.root, name)

    def tool(self, name: str, tool_input: Dict[str, Any], action: Callable[[], Any]) -> Any:
        """Asks for a tool, uses it, and reports both."""
        answer = self.run.ask_tool(name, tool_input)
        self._calls += 1
        use_id = "tool-%d" % self._calls
        if not answer.allowed:
            self.run.warning("tool denied: %s (%s)" % (answer.reason, name))
            self._result(name, use_id, {"denied": True, "reason": answer.reason}, True)
            raise Denied(answer.reason)
        self.run.emit("tool_call", tool_name=name, tool_use_id=use_id, parent_tool_use_id=None, input=tool_input)
        try:
            output = action()
        except Exception as error:
            self._result(name, use_id, str(error), True)
            raise
        self._result(name, use_id, output, False)
        return output

    def changed(self, path: str, summary: str) -> str:
        self.run.emit("file_changed", path=path, summary=summary)
        return summary

    def _result(self, name: str, use_id: str, output: Any, is_error: bool) -> None:
        self.run.emit("tool_result", tool_name=name, tool_use_id=use_id, output=output, is_error=is_error)


def save(work: Work, path: str, data: bytes, mode: str = "wb") -> str:
    target = work.path(path)
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    with open(target, mode) as file:
        file.write(data)
    return work.changed(path, "%d bytes %s" % (len(data), "appended" if mode == "ab" else "written"))


def write(work: Work, path: str, text: str) -> None:
    work.tool("Write", {"file_path": path, "content": text}, lambda: save(work, path, text.encode()))


def append(work: Work, path: str, text: str) -> None:
    work.tool("Write", {"file_path": path, "append": text}, lambda: save(work, path, text.encode(), "ab"))


def write_base64(work: Work, path: str, data: str) -> None:
    content = base64.b64decode(data, validate=True)
    work.tool("Write", {"file_path": path, "bytes": len(content)}, lambda: save(work, path, content))


def read_bytes(work: Work, path: str) -> bytes:
    with open(work.path(path), "rb") as file:
        return file.read()


def read(work: Work, path: str) -> None:
    output = lambda: read_bytes(work, path).decode("utf-8", "replace")
    work.run.message(work.tool("Read", {"file_path": path}, output))


def replace(work: Work, path: str, old: str, new: str) -> None:
    def action() -> str:
        content = read_bytes(work, path)
        if old.encode() not in content:
            raise ValueError("%s does not contain %r" % (path, old))
        return save(work, path, content.replace(old.encode(), new.encode(), 1))

    work.tool("Edit", {"file_path": path, "old_string": old, "new_string": new}, action)


def copy(work: Work, source: str, target: str) -> None:
    content: List[bytes] = []

    def load() -> str:
        content.append(read_bytes(work, source))
        return "%d bytes" % len(content[0])

    def store() -> str:
        summary = save(work, target, content[0])
        shutil.copymode(work.path(source), work.path(target))
        return summary

    work.tool("Read", {"file_path": source}, load)
    work.tool("Write", {"file_path": target, "copy_of": source}, store)


def rename(work: Work, source: str, target: str) -> None:
    def action() -> str:
        os.makedirs(os.path.dirname(work.path(target)) or ".", exist_ok=True)
        os.rename(work.path(source), work.path(target))
        work.changed(source, "renamed to %s" % target)
        return work.changed(target, "renamed from %s" % source)

    work.tool("Edit", {"file_path": source, "new_path": target}, action)


def delete(work: Work, path: str) -> None:
    def action() -> str:
        target = work.path(path)
        if os.path.isdir(target) and not os.path.islink(target):
            shutil.rmtree(target)
        else:
            os.unlink(target)
        return work.changed(path, "deleted")

    work.tool("Edit", {"file_path": path, "delete": True}, action)


def mkdir(work: Work, path: str) -> None:
    def action() -> str:
        os.makedirs(work.path(path), exist_ok=True)
        return work.changed(path, "directory made")

    work.tool("Write", {"file_path": path, "directory": True}, action)


def chmod(work: Work, mode: str, path: str) -> None:
    def action() -> str:
        os.chmod(work.path(path), int(mode, 8))
        return work.changed(path, "mode %s" % mode)

    work.tool("Edit", {"file_path": path, "mode": mode}, action)


def symlink(work: Work, target: str, path: str) -> None:
    def action() -> str:
        os.makedirs(os.path.dirname(work.path(path)) or ".", exist_ok=True)
        os.symlink(target, work.path(path))
        return work.changed(path, "link to %s" % target)

    work.tool("Write", {"file_path": path, "link_target": target}, action)


def run_command(work: Work, command: str) -> None:
    def action() -> str:
        environment = {**os.environ, **work.run.work_order["config"]["env"]}
        child = subprocess.Popen(
            command,
            shell=True,
            cwd=work.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        preview = collect(work.run, child)
        work.run.emit(
            "command_executed", command=command, exit_code=child.returncode, output_preview=preview
        )
        if child.returncode != 0:
            raise ChildProcessError("exit code %d: %s" % (child.returncode, preview))
        return preview

    work.tool("Bash", {"command": command}, action)


def collect(run: Run, child: "subprocess.Popen[bytes]") -> str:
    """Waits for a command, and ends it when the run is cancelled."""
    while True:
        try:
            output, _ = child.communicate(timeout=0.1)
            return output[:PREVIEW_BYTES].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            if run.cancelled.is_set():
                os.killpg(child.pid, signal.SIGKILL)
                child.communicate()
                run.raise_if_cancelled()


def fetch(work: Work, url: str) -> None:
    def action() -> str:
        with urllib.request.urlopen(url, timeout=30) as response:
            return response.read(MAX_FETCH_BYTES).decode("utf-8", "replace")

    work.run.message(work.tool("WebFetch", {"url": url}, action))


def say(work: Work, text: str) -> None:
    work.run.message(text)


def repeat(work: Work, count: str, text: str) -> None:
    for _ in range(int(count)):
        work.run.raise_if_cancelled()
        work.run.text(text)


def sleep(work: Work, seconds: str) -> None:
    work.run.sleep(float(seconds))


def fail(work: Work, message: str) -> None:
    work.run.emit("error", message=message)
    raise RuntimeError(message)


def leave(work: Work, code: str) -> None:
    os._exit(int(code))


OPERATIONS = {
    "write": Operation(2, True, write),
    "append": Operation(2, True, append),
    "write-base64": Operation(2, False, write_base64),
    "read": Operation(1, False, read),
    "replace": Operation(3, False, replace),
    "copy": Operation(2, False, copy),
    "rename": Operation(2, False, rename),
    "delete": Operation(1, False, delete),
    "mkdir": Operation(1, False, mkdir),
    "chmod": Operation(2, False, chmod),
    "symlink": Operation(2, False, symlink),
    "run": Operation(1, True, run_command),
    "fetch": Operation(1, False, fetch),
    "say": Operation(1, True, say),
    "repeat": Operation(2, True, repeat),
    "sleep": Operation(1, False, sleep),
    "fail": Operation(1, True, fail),
    "exit": Operation(1, False, leave),
}
# Text of these operations ends with a line feed unless it is quoted.
ADD_LINE_FEED = ("write", "append")


def read_arguments(name: str, text: str) -> List[str]:
    """Takes a line's arguments apart. Each is a JSON text in double quotes, or everything up to the next blank."""
    count, takes_rest, _ = OPERATIONS[name]
    found: List[str] = []
    rest = text.strip()
    while rest:
        is_rest = takes_rest and len(found) == count - 1
        value, after = read_quoted(rest) if rest.startswith('"') else (None, "")
        if value is not None and not (is_rest and after):
            found.append(value)
            rest = after
        elif is_rest:
            found.append(rest + ("\n" if name in ADD_LINE_FEED else ""))
            rest = ""
        else:
            word, _, after = rest.partition(" ")
            found.append(word)
            rest = after.lstrip()
    if len(found) != count:
        raise ValueError("%s takes %d arguments, and the line has %d" % (name, count, len(found)))
    return found


def read_quoted(text: str) -> Tuple[Optional[str], str]:
    """The JSON text at the beginning, and what follows it."""
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return None, ""
    return value, text[end:].lstrip()


def carry_out(work: Work, line: str) -> None:
    name, _, rest = line.strip().partition(" ")
    work.run.raise_if_cancelled()
    work.done += 1
    try:
        OPERATIONS[name].carry_out(work, *read_arguments(name, rest))
    except Denied:
        work.denied += 1
    except Cancelled:
        raise
    except (OSError, ValueError) as error:
        work.failed += 1
        work.run.warning("%s failed: %s" % (name, error))


def is_operation(line: str) -> bool:
    return line.strip().partition(" ")[0] in OPERATIONS


def run_task(run: Run) -> Dict[str, Any]:
    work = Work(run)
    task = run.work_order["task"]
    if any(is_operation(line) for line in task.splitlines()):
        for line in task.splitlines():
            if is_operation(line):
                carry_out(work, line)
            elif line.strip() and not line.lstrip().startswith("#"):
                run.message(line.strip())
    else:
        run.message(task)
    # A real agent reports the figures of its vendor. These only have the same shape.
    usage = {"input_tokens": len(task.split()), "output_tokens": work.done, "request_units": work.done}
    return {
        "outcome": "partial" if work.denied or work.failed else "complete",
        "usage": {**usage, "estimated_cost_usd": 0.0},
        "usage_raw": {"operations": work.done, "denied": work.denied, "failed": work.failed},
    }


if __name__ == "__main__":
    serve(
        {"id": "example_python", "backend_version": platform.python_version(), "adapter_version": "1.0"},
        {
            "streaming": "native",
            "tool_read": "native",
            "tool_write": "native",
            "tool_edit": "native",
            "tool_bash": "native",
            "tool_web_fetch": "native",
        },
        run_task,
        asks_before_tools=True,
    )
    sys.exit(0)
