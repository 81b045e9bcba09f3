import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "../../../lib/index.ts";
import type { EventWriter, ToolCall } from "../../host/event-writer.ts";
import { TextTail } from "../../host/text-tail.ts";
import { listOf, textOf } from "../members.ts";
import { announcementOf, changedFiles, commandOf, exitCodeOf, resultOf, toolsOf } from "../tools.ts";

/** More open items than this are not followed; the oldest is forgotten. */
const MAX_OPEN_ITEMS = 1000;
const OUTPUT_TAIL_CHARACTERS = 8000;

/** An item that has begun and not ended. */
export interface OpenItem {
  readonly item: JsonObject;
  readonly parentId: string | undefined;
  /** Whether somebody decided on its tools. Codex asks once for each item. */
  state: "undecided" | "allowed" | "denied";
  /** The last output of a command, for one that does not end. */
  readonly output: TextTail;
  /** Whether its text came in pieces. */
  hasPieces: boolean;
}

/** Turns the items of a thread into events: messages, thinking, and tools with their results. */
export class ItemEvents {
  readonly #writer: EventWriter;
  readonly #open = new Map<string, OpenItem>();
  #lastMessage: string | undefined;

  constructor(writer: EventWriter) {
    this.#writer = writer;
  }

  /** The last whole message of the agent itself. */
  get lastMessage(): string | undefined {
    return this.#lastMessage;
  }

  /** Whether something that has begun has not ended, such as a command in the background. */
  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  find(itemId: string): OpenItem | undefined {
    return this.#open.get(itemId);
  }

  /** The call of an MCP tool that nobody has decided on. Codex asks about it by server, arguments and a sentence with its name. */
  findMcpCall(server: string, args: JsonValue, question: string): OpenItem | undefined {
    const calls = [...this.#open.values()].filter(
      ({ item, state }) =>
        state === "undecided" &&
        textOf(item, "type") === "mcpToolCall" &&
        textOf(item, "server") === server &&
        isDeepStrictEqual(item["arguments"] ?? null, args),
    );
    return calls.find(({ item }) => question.includes(`"${textOf(item, "tool")}"`));
  }

  async started(item: JsonObject, parentId: string | undefined): Promise<void> {
    const open: OpenItem = {
      item,
      parentId,
      state: "undecided",
      output: new TextTail(OUTPUT_TAIL_CHARACTERS),
      hasPieces: false,
    };
    this.#open.set(textOf(item, "id"), open);
    if (this.#open.size > MAX_OPEN_ITEMS) this.#open.delete(this.#open.keys().next().value as string);
    if (announcementOf(item) === "start") await this.#announce(open);
  }

  async textPiece(itemId: string, piece: string, parentId: string | undefined): Promise<void> {
    this.#notePiece(itemId);
    await this.#writer.text(piece, parentId);
  }

  async thinkingPiece(itemId: string, piece: string, parentId: string | undefined): Promise<void> {
    this.#notePiece(itemId);
    await this.#writer.thinking(piece, parentId);
  }

  /** A piece of a command's output. It makes no event: the whole output comes at the end of the item. */
  outputPiece(itemId: string, piece: string): void {
    this.#open.get(itemId)?.output.add(piece);
  }

  /** The tools of an item are allowed and run now. */
  async allow(open: OpenItem): Promise<void> {
    open.state = "allowed";
    await this.#announce(open);
  }

  /** The tools of an item are denied. */
  async deny(open: OpenItem, reason: string): Promise<void> {
    open.state = "denied";
    for (const call of toolsOf(open.item)) await this.#writer.toolDenied(call, reason);
  }

  async completed(item: JsonObject, parentId: string | undefined): Promise<void> {
    const open = this.#open.get(textOf(item, "id"));
    this.#open.delete(textOf(item, "id"));
    const type = textOf(item, "type");
    if (type === "agentMessage") {
      if (parentId === undefined) this.#lastMessage = textOf(item, "text");
      await this.#writer.message(textOf(item, "text"), parentId);
    } else if (type === "reasoning" && open?.hasPieces !== true) {
      await this.#writer.thinking(thoughtsOf(item), parentId);
    } else if (announcementOf(item) !== undefined) {
      await this.#endTools(item, parentId, open?.state === "denied");
    }
  }

  /** Gives every tool that began a result, because no item ends any more. */
  async close(): Promise<void> {
    for (const { item, state, output } of this.#open.values()) {
      if (state !== "allowed" && announcementOf(item) !== "start") continue;
      const text = `${output.text}\n[it had not ended when the turn did]`.trimStart();
      for (const { id } of toolsOf(item)) await this.#writer.toolResult({ id, output: text, isError: true });
    }
    this.#open.clear();
  }

  #notePiece(itemId: string): void {
    const open = this.#open.get(itemId);
    if (open !== undefined) open.hasPieces = true;
  }

  async #announce({ item, parentId }: OpenItem): Promise<void> {
    for (const call of toolsOf(item)) await this.#writer.toolCall(withParent(call, parentId));
  }

  async #endTools(item: JsonObject, parentId: string | undefined, isDenied: boolean): Promise<void> {
    const result = resultOf(item);
    const hasRun = textOf(item, "status") !== "declined";
    for (const tool of toolsOf(item)) {
      const call = withParent(tool, parentId);
      if (hasRun && !isDenied) await this.#writer.toolCall(call);
      await this.#writer.toolResult({ ...result, id: call.id }, call);
    }
    if (!hasRun || isDenied) return;
    if (textOf(item, "type") === "commandExecution") {
      const { output } = result;
      await this.#writer.commandExecuted(commandOf(item), exitCodeOf(item), output as string);
    }
    if (textOf(item, "type") === "fileChange" && textOf(item, "status") === "completed") {
      for (const { path, summary } of changedFiles(item)) {
        await this.#writer.fileChanged(path, summary);
      }
    }
  }
}

function withParent(call: ToolCall, parentId: string | undefined): ToolCall {
  return parentId === undefined ? call : { ...call, parentId };
}

function thoughtsOf(item: JsonObject): string {
  return [...listOf(item, "summary"), ...listOf(item, "content")]
    .filter((part) => typeof part === "string")
    .join("\n\n");
}
