import { resolve } from "node:path";
import { operations } from "./operations.js";

/** The backplane did not allow a tool. */
class Denied extends Error {}

/** One task on one workspace. */
export class Work {
  done = 0;
  denied = 0;
  failed = 0;
  #calls = 0;

  constructor(context) {
    this.context = context;
    this.root = context.workOrder.workspace.root;
  }

  path(name) {
    return resolve(this.root, name);
  }

  /** Asks for a tool, uses it, and reports both. Returns what `action` returns. */
  async tool(name, input, action) {
    const { emit, askTool, warning } = this.context;
    const { verdict, reason } = await askTool(name, input);
    this.#calls += 1;
    const call = { tool_name: name, tool_use_id: `tool-${this.#calls}` };
    const result = (output, isError) => emit({ type: "tool_result", ...call, output, is_error: isError });
    if (verdict === "deny") {
      await warning(`tool denied: ${reason} (${name})`);
      await result({ denied: true, reason }, true);
      throw new Denied(reason);
    }
    await emit({ type: "tool_call", ...call, parent_tool_use_id: null, input });
    try {
      const output = await action();
      await result(output, false);
      return output;
    } catch (error) {
      await result(error.message, true);
      throw error;
    }
  }

  /** Reports a change of a file, and returns its summary. */
  async changed(path, summary) {
    await this.context.emit({ type: "file_changed", path, summary });
    return summary;
  }
}

/** Whether a line begins with the name of an operation. */
export function isOperation(line) {
  return Object.hasOwn(operations, nameOf(line));
}

/** Carries one line out. A tool that is denied, or an operation that fails, does not end the run. */
export async function carryOut(work, line) {
  const name = nameOf(line);
  const { signal, warning } = work.context;
  signal.throwIfAborted();
  work.done += 1;
  try {
    const words = readArguments(name, line.trim().slice(name.length));
    await operations[name].carryOut(work, ...words);
  } catch (error) {
    if (signal.aborted || error.isFatal === true) throw error;
    if (error instanceof Denied) work.denied += 1;
    else {
      work.failed += 1;
      await warning(`${name} failed: ${error.message}`);
    }
  }
}

function nameOf(line) {
  return line.trim().split(" ", 1)[0];
}

/** Takes a line's arguments apart. Each is a JSON text in double quotes, or everything up to the next blank. */
export function readArguments(name, text) {
  const { arguments: count, takesRest = false, addsLineFeed = false } = operations[name];
  const found = [];
  let rest = text.trim();
  while (rest !== "") {
    const isRest = takesRest && found.length === count - 1;
    const quoted = /^"(?:[^"\\]|\\.)*"/.exec(rest)?.[0];
    const after = quoted === undefined ? "" : rest.slice(quoted.length).trimStart();
    if (quoted !== undefined && !(isRest && after !== "")) {
      found.push(JSON.parse(quoted));
      rest = after;
    } else if (isRest) {
      found.push(addsLineFeed ? `${rest}\n` : rest);
      rest = "";
    } else {
      const [word] = rest.split(" ", 1);
      found.push(word);
      rest = rest.slice(word.length).trimStart();
    }
  }
  if (found.length !== count) {
    throw new Error(`${name} takes ${count} arguments, and the line has ${found.length}`);
  }
  return found;
}
