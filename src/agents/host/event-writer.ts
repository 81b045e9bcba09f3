import type { Usage } from "../../contract/index.ts";
import type { JsonObject, JsonValue } from "../../lib/index.ts";
import type { EventDraft, RunContext } from "../../sidecar/index.ts";
import { boundedText, boundedValue } from "./event-size.ts";
import { RecentIds } from "./recent-ids.ts";
import { workspacePath } from "./workspace-path.ts";

/** Lines of an agent that are longer than this are not kept beside their event. */
const MAX_RAW_CHARACTERS = 256 * 1024;

/** A tool that the agent uses, in the words of the contract. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  /** The agent's own name of the tool. */
  readonly nativeName: string;
  /** The tool call of the parent whose sub-agent uses the tool. */
  readonly parentId?: string | undefined;
}

/** What a tool gave back. The name is only needed if its call may not have been seen. */
export interface ToolResult {
  readonly id: string;
  readonly output: JsonValue;
  readonly isError: boolean;
  readonly name?: string | undefined;
}

/** One message of the model, as the agent knows it. */
export interface MessageFacts {
  readonly id: string;
  readonly model: string;
  /** What was used when the message said this. */
  readonly usage: Partial<Usage>;
}

export interface PlanEntry {
  readonly content: string;
  readonly status: string;
}

type Ext = Record<string, unknown>;

/**
 * Turns what an agent says into events of the run. Each tool has one call, and one result after it. Pieces of text come as they
 * are, and the whole message once. The agent's own line goes along with the first event made from it.
 */
export class EventWriter {
  readonly #context: Pick<RunContext, "emit" | "workOrder">;
  readonly #calls = new RecentIds<string>();
  readonly #results = new RecentIds<true>();
  /** Tools that did not run, and why: a reason of the policy, or none if they failed before. */
  readonly #notRun = new RecentIds<{ readonly name: string; readonly reason?: string }>();
  /** The text so far of each message that is being written, by the tool call of its sub-agent; "" for the agent itself. */
  readonly #messages = new Map<string, string>();
  #raw: Ext | undefined;
  #lastLine: Promise<unknown> = Promise.resolve();
  #toolCalls = 0;
  #toolsEnded = 0;
  #denials = 0;

  constructor(context: Pick<RunContext, "emit" | "workOrder">) {
    this.#context = context;
  }

  /** How many tools were allowed and called. */
  get toolCalls(): number {
    return this.#toolCalls;
  }

  /** Whether a tool that was allowed has no result yet. */
  get areToolsOpen(): boolean {
    return this.#toolCalls > this.#toolsEnded;
  }

  /** How many tools were denied. */
  get denials(): number {
    return this.#denials;
  }

  /**
   * Handles one line: the first event that `handle` makes carries it. If `handle` makes none, an event without text carries
   * it, unless `isBookkeeping`. A line waits for the one before it, so `handle` must not wait for another line.
   */
  line(raw: JsonObject, characters: number, handle: () => unknown, isBookkeeping = false): Promise<void> {
    const done = this.#lastLine.then(() => this.#line(raw, characters, handle, isBookkeeping));
    this.#lastLine = done.catch(() => undefined);
    return done;
  }

  /** A piece of the message that is being written. */
  async text(piece: string, parentId?: string | undefined): Promise<void> {
    if (piece === "") return;
    const key = parentId ?? "";
    this.#messages.set(key, boundedText((this.#messages.get(key) ?? "") + piece));
    await this.#delta(piece, parentExt(parentId));
  }

  /** Ends the message that is being written. `whole` is its text if the agent gives it; without any text there is no event. */
  async message(whole?: string | undefined, parentId?: string | undefined): Promise<void> {
    const key = parentId ?? "";
    const text = whole ?? this.#messages.get(key) ?? "";
    this.#messages.delete(key);
    if (text === "") return;
    await this.#emit({ type: "assistant_message", text: boundedText(text) }, parentExt(parentId));
  }

  async thinking(piece: string, parentId?: string | undefined): Promise<void> {
    if (piece !== "") await this.#delta("", { thinking: piece, ...parentExt(parentId) });
  }

  /** Says to which message of the model the line that is being handled belongs. Its first event carries it. */
  nameMessage(facts: MessageFacts | undefined): void {
    if (facts !== undefined) this.#raw = { ...this.#raw, message: facts };
  }

  /** The end of a message of the model, with everything that it used. */
  async messageEnd(facts: MessageFacts & { readonly stopReason?: string }, parentId?: string): Promise<void> {
    await this.#delta("", { message_end: facts, ...parentExt(parentId) });
  }

  async plan(entries: readonly PlanEntry[]): Promise<void> {
    await this.#delta("", { plan: entries });
  }

  /** The usage so far, by the agent's own figures. */
  async usage(usage: Partial<Usage>): Promise<void> {
    await this.#delta("", { usage });
  }

  /** A tool that was allowed. A second call with the same id makes no event. */
  async toolCall(call: ToolCall): Promise<void> {
    await this.#toolCall(call, {});
  }

  /** Remembers that a tool was denied, so that its result is not taken for one of a tool that ran. */
  async toolDenied({ id, name }: Pick<ToolCall, "id" | "name">, reason: string): Promise<void> {
    this.#denials += 1;
    this.#notRun.set(id, { name, reason });
    await this.warning(`tool denied: ${reason} (${name})`);
  }

  /** Remembers that a tool failed before it ran, so that its result needs no call. One that was denied stays denied. */
  toolNotRun({ id, name }: Pick<ToolCall, "id" | "name">): void {
    if (this.#notRun.get(id) === undefined) this.#notRun.set(id, { name });
  }

  /** Whether a tool was reported as called. */
  hasCalled(id: string): boolean {
    return this.#calls.get(id) !== undefined;
  }

  /**
   * The result of a tool. A second one with the same id makes no event. If the agent never announced the call, it is made up
   * from `call` and marked as synthetic. A denied tool has no call, and its result is the reason of the denial, whatever words
   * the agent has for it; `ext.denied` says so too. Returns whether it is the first result of a tool that ran.
   */
  async toolResult(result: ToolResult, call?: Omit<ToolCall, "id"> | undefined): Promise<boolean> {
    const { id, output, isError } = result;
    if (this.#results.get(id) === true) return false;
    this.#results.set(id, true);
    const notRun = this.#notRun.get(id);
    const name = notRun?.name ?? this.#calls.get(id) ?? result.name ?? call?.name ?? "unknown";
    if (notRun === undefined) {
      const made = call ?? { name, nativeName: name, input: null };
      await this.#toolCall({ ...made, id }, { synthetic: true });
      this.#toolsEnded += 1;
    }
    const event = {
      type: "tool_result",
      tool_name: name,
      tool_use_id: id,
      output: boundedValue(notRun?.reason ?? output),
      is_error: isError || notRun !== undefined,
    } as const;
    await this.#emit(event, notRun?.reason === undefined ? {} : { denied: notRun.reason });
    return notRun === undefined;
  }

  /** A file that the agent changed. Its path becomes relative to the workspace. */
  async fileChanged(path: string, summary: string): Promise<void> {
    const { root } = this.#context.workOrder.workspace;
    await this.#emit({ type: "file_changed", path: workspacePath(root, path), summary });
  }

  async commandExecuted(command: string, exitCode: number | null, output: string | null): Promise<void> {
    const preview = output === null ? null : output.slice(0, 2000);
    await this.#emit({ type: "command_executed", command, exit_code: exitCode, output_preview: preview });
  }

  async warning(message: string): Promise<void> {
    await this.#emit({ type: "warning", message });
  }

  async error(message: string): Promise<void> {
    await this.#emit({ type: "error", message });
  }

  async #line(
    raw: JsonObject,
    characters: number,
    handle: () => unknown,
    isBookkeeping: boolean,
  ): Promise<void> {
    this.#raw =
      characters <= MAX_RAW_CHARACTERS ? { raw_message: raw } : { raw_characters_left_out: characters };
    try {
      await handle();
      if (this.#raw !== undefined && !isBookkeeping) await this.#delta("", {});
    } finally {
      this.#raw = undefined;
    }
  }

  async #toolCall({ id, name, input, nativeName, parentId }: ToolCall, ext: Ext): Promise<void> {
    if (this.#calls.get(id) !== undefined) return;
    this.#calls.set(id, name);
    this.#toolCalls += 1;
    await this.#emit(
      {
        type: "tool_call",
        tool_name: name,
        tool_use_id: id,
        parent_tool_use_id: parentId ?? null,
        input: boundedValue(input),
      },
      { ...ext, ...(nativeName === name ? {} : { native_tool: nativeName }) },
    );
  }

  #delta(text: string, ext: Ext): Promise<void> {
    return this.#emit({ type: "assistant_delta", text }, ext);
  }

  #emit(event: EventDraft, ext: Ext = {}): Promise<void> {
    const all = { ...ext, ...this.#raw };
    this.#raw = undefined;
    return this.#context.emit(Object.keys(all).length === 0 ? event : { ...event, ext: all });
  }
}

function parentExt(parentId: string | undefined): Ext {
  return parentId === undefined ? {} : { parent_tool_use_id: parentId };
}
