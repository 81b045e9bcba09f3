import type { AgentEvent } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import { isObject } from "../lines/json-lines.ts";
import type { LineWriter } from "../lines/line-writer.ts";
import { type AnnouncedTool, AnnouncedTools } from "../tools/announced-tools.ts";
import { completedItem, startedItem, type ToolEnd } from "./tool-items.ts";

type ToolResult = Extract<AgentEvent, { type: "tool_result" }>;

/** The most characters of a thought that are kept until it is complete. */
const MAX_THINKING_CHARACTERS = 1024 * 1024;

/** A tool with a result, whose command or file change may still be reported. */
interface Waiting {
  readonly tool: AnnouncedTool;
  readonly end: ToolEnd;
}

/** Writes the events of a run as the items of Codex. */
export class ItemWriter {
  readonly #writer: LineWriter;
  readonly #backend: string;
  readonly #tools: AnnouncedTools;
  #items = 0;
  #thinking = "";
  #planId: string | undefined;
  #plan: readonly object[] = [];
  #waiting: Waiting | undefined;
  #lastText: string | undefined;

  constructor(writer: LineWriter, backend: string) {
    this.#writer = writer;
    this.#backend = backend;
    this.#tools = new AnnouncedTools(() => this.#newId());
  }

  /** The last message of the agent. */
  get lastText(): string | undefined {
    return this.#lastText;
  }

  async event(event: AgentEvent): Promise<void> {
    if (event.type === "command_executed" || event.type === "file_changed") return this.#effect(event);
    if (event.type === "assistant_delta") return this.#delta(event.ext ?? {});
    await this.#settle();
    switch (event.type) {
      case "assistant_message":
        return this.message(event.text);
      case "tool_call":
        return this.#call(event.tool_name, event.input, event.tool_use_id);
      case "tool_result":
        return this.#result(event);
      case "warning":
      case "error":
        await this.note(event.message);
    }
  }

  async message(text: string): Promise<void> {
    this.#lastText = text;
    await this.#write("completed", { id: this.#newId(), type: "agent_message", text });
  }

  /** Something that went wrong or is not done, without failing the turn. */
  async note(message: string): Promise<void> {
    await this.#write("completed", { id: this.#newId(), type: "error", message });
  }

  /** Ends what is still open: a thought, tools without a result, and the plan. */
  async end(): Promise<void> {
    await this.#settle();
    for (const tool of this.#tools.endAll()) await this.#complete(tool, { output: "", isError: true });
    if (this.#planId !== undefined) await this.#write("completed", this.#planItem(this.#planId));
  }

  async #delta({ thinking, plan }: Readonly<Record<string, unknown>>): Promise<void> {
    if (typeof thinking === "string") {
      await this.#completeWaiting();
      this.#thinking = (this.#thinking + thinking).slice(0, MAX_THINKING_CHARACTERS);
    }
    if (Array.isArray(plan)) await this.#planned(plan);
  }

  async #planned(entries: readonly unknown[]): Promise<void> {
    this.#plan = entries.filter(isObject).map(({ content, status }) => ({
      text: textOfJson(content),
      completed: status === "completed",
    }));
    const isNew = this.#planId === undefined;
    this.#planId ??= this.#newId();
    await this.#write(isNew ? "started" : "updated", this.#planItem(this.#planId));
  }

  #planItem(id: string): object {
    return { id, type: "todo_list", items: this.#plan };
  }

  async #call(name: string, input: unknown, nativeId: string | null | undefined): Promise<void> {
    // Items have ids of their own, in the order of the turn.
    const tool = this.#tools.ask(name, input);
    this.#tools.call(name, input, nativeId);
    const item = startedItem(tool, this.#backend);
    if (item !== undefined) await this.#write("started", item);
  }

  async #result({ tool_name, tool_use_id, output, is_error }: ToolResult): Promise<void> {
    const known = this.#tools.end(tool_name, tool_use_id);
    const tool = known ?? { id: this.#newId(), name: tool_name, input: {} };
    this.#waiting = { tool, end: { output, isError: is_error } };
  }

  /** A command or a file change belongs to the tool that ended before it. */
  async #effect(event: Extract<AgentEvent, { type: "command_executed" | "file_changed" }>): Promise<void> {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    if (event.type === "command_executed") {
      this.#waiting = { ...waiting, end: { ...waiting.end, exitCode: event.exit_code } };
      return;
    }
    const changes = [...(waiting.end.changes ?? []), { path: event.path, summary: event.summary }];
    this.#waiting = { ...waiting, end: { ...waiting.end, changes } };
  }

  /** Completes the thought and the tool that wait for more. */
  async #settle(): Promise<void> {
    const text = this.#thinking;
    this.#thinking = "";
    if (text !== "") await this.#write("completed", { id: this.#newId(), type: "reasoning", text });
    await this.#completeWaiting();
  }

  async #completeWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) await this.#complete(waiting.tool, waiting.end);
  }

  #complete(tool: AnnouncedTool, end: ToolEnd): Promise<void> {
    return this.#write("completed", completedItem(tool, end, this.#backend));
  }

  async #write(change: "started" | "updated" | "completed", item: object): Promise<void> {
    await this.#writer.write({ type: `item.${change}`, item });
  }

  #newId(): string {
    this.#items += 1;
    return `item_${this.#items - 1}`;
  }
}
