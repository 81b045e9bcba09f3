import {
  AbpError,
  AgentEvent,
  type ExecutionMode,
  formatTimestamp,
  parseWith,
} from "../../contract/index.ts";
import { describeIssues } from "./invalid-frame.ts";
import { isPlainTimestamp } from "./plain-timestamp.ts";

type Members = Record<string, unknown>;

/** One kind of event: a check without explanations, the members of the contract, and those that are null when absent. */
interface EventKind {
  readonly isValid: (event: Members) => boolean;
  readonly members: ReadonlySet<string>;
  readonly nullable: readonly string[];
}

const message = kind((event) => typeof event["message"] === "string", ["message"]);
const text = kind((event) => typeof event["text"] === "string", ["text"]);

/** Says the same as the schema `AgentEvent`, which a test compares. What it does not recognise goes to the schema. */
const kinds = new Map<string, EventKind>([
  ["assistant_delta", text],
  ["assistant_message", text],
  ["run_started", message],
  ["run_completed", message],
  ["warning", message],
  [
    "error",
    kind(
      (event) => typeof event["message"] === "string" && event["error_code"] === undefined,
      ["message", "error_code"],
    ),
  ],
  [
    "file_changed",
    kind(
      (event) => typeof event["path"] === "string" && typeof event["summary"] === "string",
      ["path", "summary"],
    ),
  ],
  [
    "tool_call",
    kind(
      (event) => typeof event["tool_name"] === "string" && event["input"] !== undefined,
      ["tool_name", "input"],
      ["tool_use_id", "parent_tool_use_id"],
    ),
  ],
  [
    "tool_result",
    kind(
      (event) =>
        typeof event["tool_name"] === "string" &&
        event["output"] !== undefined &&
        typeof event["is_error"] === "boolean",
      ["tool_name", "output", "is_error"],
      ["tool_use_id"],
    ),
  ],
  [
    "command_executed",
    kind(
      (event) => typeof event["command"] === "string" && isExitStatus(event["exit_code"]),
      ["command", "exit_code"],
      ["output_preview"],
    ),
  ],
]);

/** Reads the events of one run. */
export class EventReader {
  readonly #mode: ExecutionMode;
  readonly #now: () => Date;
  /** Members that the contract does not name and that mapped mode left out. */
  droppedMembers = 0;
  /** Events of a type that the contract does not name. They are kept as warnings. */
  unknownTypes = 0;

  constructor(mode: ExecutionMode, now: () => Date) {
    this.#mode = mode;
    this.#now = now;
  }

  /** Takes the value over and may change it. Throws `protocol_invalid_envelope`. */
  read(value: unknown): AgentEvent {
    const event = value as Members;
    const type = value === null || typeof value !== "object" ? undefined : event["type"];
    if (typeof type !== "string")
      throw new AbpError("protocol_invalid_envelope", "$.event.type is not a text");
    event["ts"] ??= formatTimestamp(this.#now());
    const found = kinds.get(type);
    if (found === undefined) return this.#wrap(event, type);
    if (!isPlainTimestamp(event["ts"]) || !found.isValid(event) || !hasValidOptions(event, found)) {
      return this.#finish(this.#readSlowly(event), found);
    }
    for (const name of found.nullable) event[name] ??= null;
    if (type === "command_executed") event["exit_code"] ??= null;
    return this.#finish(event as AgentEvent, found);
  }

  /** Leaves out what the contract does not name, unless the run passes everything through. */
  #finish(event: AgentEvent, { members }: EventKind): AgentEvent {
    if (this.#mode === "passthrough") return event;
    let unknown = 0;
    for (const name in event) if (!members.has(name)) unknown += 1;
    if (unknown === 0) return event;
    this.droppedMembers += unknown;
    return Object.fromEntries(Object.entries(event).filter(([name]) => members.has(name))) as AgentEvent;
  }

  #wrap(raw: Members, type: string): AgentEvent {
    this.unknownTypes += 1;
    const ts = isPlainTimestamp(raw["ts"]) ? raw["ts"] : formatTimestamp(this.#now());
    const shown = JSON.stringify(type.slice(0, 64));
    return {
      ts,
      type: "warning",
      message: `The sidecar sent an event of the unknown type ${shown}`,
      ext: { raw },
    };
  }

  #readSlowly(event: Members): AgentEvent {
    try {
      return parseWith(AgentEvent, event, "event");
    } catch (error) {
      throw describeIssues(error, "event");
    }
  }
}

function kind(
  isValid: (event: Members) => boolean,
  required: readonly string[],
  nullable: readonly string[] = [],
): EventKind {
  return { isValid, nullable, members: new Set(["ts", "type", "ext", ...required, ...nullable]) };
}

function hasValidOptions(event: Members, { nullable }: EventKind): boolean {
  for (const name of nullable) {
    const value = event[name];
    if (value !== undefined && value !== null && typeof value !== "string") return false;
  }
  const ext = event["ext"];
  return ext === undefined || ext === null || (typeof ext === "object" && !Array.isArray(ext));
}

function isExitStatus(value: unknown): boolean {
  return value === undefined || value === null || ((value as number) | 0) === value;
}
