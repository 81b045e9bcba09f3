import type { AgentEvent, Usage } from "../../../contract/index.ts";
import type { AnnouncedTool, AnnouncedTools } from "../../tools/announced-tools.ts";
import { assistantLine, assistantMessage, toolResultLine } from "./assistant-line.ts";
import { CurrentMessage, type MessageEnd, type MessageHead, readHead } from "./current-message.ts";
import { PartialMessage } from "./partial-message.ts";
import type { SessionLines } from "./session-lines.ts";

/** The most characters of a thought that are kept until it is complete. */
const MAX_THINKING_CHARACTERS = 1024 * 1024;

/** What a writer of messages needs to know of its turn. */
export interface MessageSetting {
  readonly lines: SessionLines;
  readonly tools: AnnouncedTools;
  readonly model: string;
  readonly hasPartialMessages: boolean;
  readonly newId: () => string;
  /** What the model calls of the turn that have ended used; undefined if none are metered. */
  readonly spent?: (() => Usage | undefined) | undefined;
}

/** Writes the events of a run as the messages of Claude Code. */
export class MessageWriter {
  readonly #setting: MessageSetting;
  #partial: PartialMessage | undefined;
  readonly #message: CurrentMessage;
  #thinking = "";
  #lastText = "";
  #toolCalls = 0;

  constructor(setting: MessageSetting) {
    this.#setting = setting;
    this.#message = new CurrentMessage(setting);
  }

  /** The last whole text of the agent itself. */
  get lastText(): string {
    return this.#lastText;
  }

  get toolCalls(): number {
    return this.#toolCalls;
  }

  async event(event: AgentEvent): Promise<void> {
    const { message, message_end: end, parent_tool_use_id: parent } = event.ext ?? {};
    if (parent === undefined) await this.#begin(readHead(message));
    switch (event.type) {
      case "assistant_delta":
        await this.#delta(event.text, event.ext ?? {});
        return parent === undefined ? this.#finish(readHead(end)) : undefined;
      case "assistant_message":
        return this.#text(event.text, textOrNull(parent), readHead(message));
      case "tool_call":
        return this.#toolCall(event);
      case "tool_result":
        return this.#toolResult(event);
      case "warning":
      case "error":
        await this.#setting.lines.notice(event.message);
    }
  }

  /** Tells the program of a tool that the agent wants to use. */
  async toolUse({ id, name, input }: AnnouncedTool, parentId: string | null = null): Promise<void> {
    await this.#endThinking();
    this.#toolCalls += 1;
    await this.#openPartial()?.toolUse(id, name, input ?? {});
    await this.#write([{ type: "tool_use", id, name, input: input ?? {} }], parentId);
    // A message that the agent names may have further tools.
    if (!this.#message.isNamed) await this.#endMessage();
  }

  /** Ends what is still open: a message, and tools without a result. */
  async end(): Promise<void> {
    await this.#endThinking();
    await this.#endMessage();
    for (const { id, denial } of this.#setting.tools.endAll()) {
      await this.#setting.lines.write(toolResultLine(id, denial ?? "The tool has no result.", true, null));
    }
  }

  async #delta(text: string, ext: Readonly<Record<string, unknown>>): Promise<void> {
    const { thinking, plan } = ext;
    if (Array.isArray(plan))
      await this.#setting.lines.write({ type: "system", subtype: "abp_plan", entries: plan });
    // Pieces of sub-agents are not told apart in partial messages, so only their whole messages are written.
    if (ext["parent_tool_use_id"] !== undefined) return;
    if (typeof thinking === "string") {
      this.#thinking = (this.#thinking + thinking).slice(0, MAX_THINKING_CHARACTERS);
      await this.#openPartial()?.piece("thinking", thinking);
    }
    if (text === "") return;
    await this.#endThinking();
    await this.#openPartial()?.piece("text", text);
  }

  async #text(text: string, parentId: string | null, named: MessageHead | undefined): Promise<void> {
    await this.#endThinking();
    if (parentId === null) this.#lastText = text;
    await this.#write([{ type: "text", text }], parentId, named);
    if (parentId === null && !this.#message.isNamed) await this.#endMessage();
  }

  /** Begins the message that an event belongs to, and ends another one. */
  async #begin(head: MessageHead | undefined): Promise<void> {
    if (head === undefined) return;
    if (this.#message.isAnotherThan(head)) {
      await this.#endThinking();
      await this.#endMessage();
    }
    this.#message.name(head);
  }

  /** Takes the end of a message. One that ends with tools stays open for them. */
  async #finish(head: (MessageHead & MessageEnd) | undefined): Promise<void> {
    if (head === undefined) return;
    this.#message.finish(head);
    if (!this.#message.isOver || head.stopReason === "tool_use") return;
    await this.#endThinking();
    await this.#endMessage();
  }

  async #toolCall({ tool_name, input, tool_use_id, parent_tool_use_id }: ToolCall): Promise<void> {
    const tool = this.#setting.tools.call(tool_name, input, tool_use_id);
    if (tool !== undefined) await this.toolUse(tool, parent_tool_use_id ?? null);
  }

  async #toolResult({ tool_name, tool_use_id, output, is_error }: ToolResult): Promise<void> {
    const { tools, lines, newId } = this.#setting;
    let tool = tools.end(tool_name, tool_use_id);
    if (tool === undefined) {
      tool = { id: tool_use_id ?? newId(), name: tool_name, input: {} };
      await this.toolUse(tool);
    }
    if (this.#message.isOver) await this.#endMessage();
    // Some agents give a denied tool an empty result.
    const shown = output === "" && tool.denial !== undefined ? tool.denial : output;
    await lines.write(toolResultLine(tool.id, shown, is_error, null));
  }

  async #endThinking(): Promise<void> {
    if (this.#thinking === "") return;
    const block = { type: "thinking", thinking: this.#thinking, signature: "" };
    this.#thinking = "";
    await this.#write([block], null);
  }

  async #write(
    content: readonly object[],
    parentId: string | null,
    named?: MessageHead | undefined,
  ): Promise<void> {
    const head = parentId === null ? this.#message.head : (named ?? this.#headOfSubAgent());
    await this.#setting.lines.write(assistantLine(assistantMessage(head, content), parentId));
  }

  /** The message of a sub-agent that its agent does not name. */
  #headOfSubAgent(): MessageHead {
    const { model, newId } = this.#setting;
    return { id: newId(), model, usage: this.#message.unstated() };
  }

  /** Undefined if the program did not ask for partial messages. */
  #openPartial(): PartialMessage | undefined {
    const { lines, hasPartialMessages } = this.#setting;
    if (!hasPartialMessages) return undefined;
    this.#partial ??= new PartialMessage(lines, this.#message.head);
    return this.#partial;
  }

  async #endMessage(): Promise<void> {
    const end = this.#message.close();
    await this.#partial?.end(end);
    this.#partial = undefined;
  }
}

type ToolCall = Extract<AgentEvent, { type: "tool_call" }>;
type ToolResult = Extract<AgentEvent, { type: "tool_result" }>;

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
