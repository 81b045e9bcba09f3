import { randomUUID } from "node:crypto";
import { type JsonObject, type JsonValue, textOfJson } from "../../lib/index.ts";
import { isJsonObject } from "../host/agent-line.ts";
import type { EventWriter, PlanEntry } from "../host/event-writer.ts";
import { RecentIds } from "../host/recent-ids.ts";
import type { AcpHook, HookQuestion } from "./acp-profile.ts";
import { type AcpToolCall, shownDiffs, shownText, ToolCalls, text, unannounced } from "./tool-calls.ts";
import type { DescribedTool } from "./tools.ts";

/** A tool that the agent asks for. */
export interface AskedTool extends DescribedTool {
  readonly id: string;
}

const FINISHED = new Set(["completed", "failed"]);

/** Updates that say nothing about the work, and are sent in large numbers or sizes. They leave no event. */
const BOOKKEEPING = new Set([
  "available_commands_update",
  "config_option_update",
  "current_mode_update",
  "session_info_update",
  "user_message_chunk",
]);

/** Turns the updates of a session into events of the run. */
export class SessionUpdates {
  readonly #writer: EventWriter;
  readonly #describe: (call: AcpToolCall) => DescribedTool;
  readonly #reportsAtStart: boolean;
  readonly #calls = new ToolCalls();
  /** Calls that a hook asked about before they were announced. */
  readonly #unannounced = new RecentIds<true>();
  #messageId: string | undefined;
  #lastMessage: readonly string[] = [];
  #isMessageOpen = false;

  /** `reportsAtStart` reports a call when the agent begins it; otherwise it is reported when it is allowed, or with its result. */
  constructor(
    writer: EventWriter,
    describe: (call: AcpToolCall) => DescribedTool,
    { reportsAtStart }: { readonly reportsAtStart: boolean },
  ) {
    this.#writer = writer;
    this.#describe = describe;
    this.#reportsAtStart = reportsAtStart;
  }

  /** Whether an update leaves no event, not even one that keeps its line. */
  static isBookkeeping(update: JsonObject): boolean {
    const kind = text(update["sessionUpdate"]) ?? "";
    if (kind === "tool_call_update") return !FINISHED.has(text(update["status"]) ?? "");
    return BOOKKEEPING.has(kind);
  }

  async handle(update: JsonObject): Promise<void> {
    switch (update["sessionUpdate"]) {
      case "agent_message_chunk":
        return this.#message(update);
      case "agent_thought_chunk":
        return this.#writer.thinking(chunkText(update));
      case "plan":
        return this.#writer.plan(readPlan(update["entries"]));
      case "tool_call":
        await this.endMessage();
        return this.#toolCall(this.#calls.update(update));
      case "tool_call_update":
        return this.#toolCall(this.#calls.update(update));
    }
  }

  /** The tool that a question is about. */
  asked(toolCall: JsonObject): AskedTool {
    const call = this.#calls.ask(toolCall);
    return { id: call.id, ...this.#describe(call) };
  }

  /** The tool that a question is about, once its input is known. Undefined if the agent does not say the input in time. */
  async askedWithInput(toolCall: JsonObject): Promise<AskedTool | undefined> {
    const { id } = this.#calls.ask(toolCall);
    const isKnown = (call: AcpToolCall) =>
      call.id === id && (call.status === "in_progress" || Object.keys(call.input).length > 0);
    const call = await this.#calls.find(isKnown);
    return call && { id, ...this.#describe(call) };
  }

  /**
   * The tool that a hook asks about. The announcement of the call may arrive after the hook, and a sub-agent's call is not
   * announced at all.
   */
  async hooked(hook: AcpHook, question: HookQuestion): Promise<AskedTool> {
    const { nativeName, input, id } = question;
    const found = await this.#calls.find((call) => hook.isAbout(question, call));
    const call = found ?? { ...unannounced, id: id === "" ? `hook-${randomUUID()}` : id };
    if (found === undefined) this.#unannounced.set(call.id, true);
    return { id: call.id, ...this.#describe(this.#calls.rename(call, nativeName, input)) };
  }

  /** The pieces of the last message that had any. */
  get lastMessage(): readonly string[] {
    return this.#lastMessage;
  }

  /** Ends the message that is being written. */
  async endMessage(): Promise<void> {
    this.#messageId = undefined;
    this.#isMessageOpen = false;
    await this.#writer.message();
  }

  async #message(update: JsonObject): Promise<void> {
    const id = text(update["messageId"]);
    if (id !== undefined && this.#messageId !== undefined && id !== this.#messageId) await this.endMessage();
    this.#messageId = id ?? this.#messageId;
    const piece = chunkText(update);
    // Two pieces are enough to know that it is more than one.
    this.#lastMessage = this.#isMessageOpen ? [...this.#lastMessage.slice(0, 1), piece] : [piece];
    this.#isMessageOpen = true;
    await this.#writer.text(piece);
  }

  async #toolCall(call: AcpToolCall): Promise<void> {
    if (FINISHED.has(call.status)) return this.#finish(call);
    if (this.#reportsAtStart && call.status === "in_progress" && Object.keys(call.input).length > 0) {
      await this.#writer.toolCall({ id: call.id, ...this.#describe(call) });
    }
  }

  async #finish(call: AcpToolCall): Promise<void> {
    if (!this.#calls.finish(call.id)) return;
    const tool = this.#describe(call);
    const isError = call.status === "failed";
    const output = call.output ?? shownText(call);
    const exit = exitCode(output);
    const id = this.#idOf(call);
    // An agent that asks before each tool did not run one that failed without a question, unless it says how it ended.
    const isRefused = isError && exit === null && !this.#reportsAtStart && !this.#writer.hasCalled(id);
    if (isRefused) this.#writer.toolNotRun({ id, name: tool.name });
    const hasRun = await this.#writer.toolResult({ id, output, isError }, tool);
    if (!hasRun) return;
    if (tool.name === "Bash") {
      await this.#writer.commandExecuted(textOfJson(tool.input["command"]), exit, outputText(call));
    }
    if (!isError) await this.#fileChanges(call, tool);
  }

  /** The id under which a call was decided. A hook that came before its announcement may name it without the prefix. */
  #idOf({ id }: AcpToolCall): string {
    const bare = id.slice(id.indexOf(":") + 1);
    return this.#unannounced.get(bare) === true ? bare : id;
  }

  async #fileChanges(call: AcpToolCall, { name, input }: DescribedTool): Promise<void> {
    const diffs = shownDiffs(call);
    for (const diff of diffs) await this.#writer.fileChanged(textOfJson(diff["path"]), summary(diff));
    const path = input["file_path"];
    if (diffs.length > 0 || typeof path !== "string") return;
    if (name === "Write") await this.#writer.fileChanged(path, "written");
    if (name === "Edit") await this.#writer.fileChanged(path, "edited");
  }
}

function chunkText({ content }: JsonObject): string {
  return isJsonObject(content) ? (text(content["text"]) ?? "") : "";
}

function readPlan(entries: JsonValue | undefined): readonly PlanEntry[] {
  if (!Array.isArray(entries)) return [];
  return entries.filter(isJsonObject).map((entry) => ({
    content: text(entry["content"]) ?? "",
    status: text(entry["status"]) ?? "pending",
  }));
}

/** The exit code of a shell command, if the agent's output says it as a member; null otherwise. */
function exitCode(output: JsonValue): number | null {
  if (!isJsonObject(output)) return null;
  const contents = Array.isArray(output["contents"]) ? output["contents"] : [];
  for (const place of [output["metadata"], output, ...contents]) {
    if (!isJsonObject(place)) continue;
    for (const name of ["exit", "exitCode", "exit_code"]) {
      if (typeof place[name] === "number") return place[name];
    }
  }
  return null;
}

function outputText(call: AcpToolCall): string | null {
  const shown = shownText(call);
  return shown === "" ? null : shown;
}

function summary(diff: JsonObject): string {
  if ((text(diff["oldText"]) ?? "") === "") return "written";
  return text(diff["newText"]) === "" ? "emptied" : "edited";
}
