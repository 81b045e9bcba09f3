import type { AgentEvent } from "../../../../contract/index.ts";
import type { AnnouncedTool, AnnouncedTools } from "../../tools/announced-tools.ts";
import { assistantLine, assistantMessage, toolResultLine } from "./assistant-line.ts";
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
}

/** Writes the events of a run as the messages of Claude Code. */
export class MessageWriter {
  readonly #setting: MessageSetting;
  #partial: PartialMessage | undefined;
  #messageId: string | undefined;
  #thinking = "";
  #lastText = "";
  #toolCalls = 0;

  constructor(setting: MessageSetting) {
    this.#setting = setting;
  }

  /** The last whole text of the agent itself. */
  get lastText(): string {
    return this.#lastText;
  }

  get toolCalls(): number {
    return this.#toolCalls;
  }

  async event(event: AgentEvent): Promise<void> {
    switch (event.type) {
      case "assistant_delta":
        return this.#delta(event.text, event.ext ?? {});
      case "assistant_message":
        return this.#text(event.text, textOrNull(event.ext?.["parent_tool_use_id"]));
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
    await this.#endMessage();
  }

  /** Ends what is still open: a message, and tools without a result. */
  async end(): Promise<void> {
    await this.#endThinking();
    await this.#endMessage();
    for (const { id } of this.#setting.tools.endAll()) {
      await this.#setting.lines.write(toolResultLine(id, "The tool has no result.", true, null));
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

  async #text(text: string, parentId: string | null): Promise<void> {
    await this.#endThinking();
    if (parentId === null) this.#lastText = text;
    await this.#write([{ type: "text", text }], parentId);
    if (parentId === null) await this.#endMessage();
  }

  async #toolCall({ tool_name, input, tool_use_id, parent_tool_use_id }: ToolCall): Promise<void> {
    const tool = this.#setting.tools.call(tool_name, input, tool_use_id ?? undefined);
    if (tool !== undefined) await this.toolUse(tool, parent_tool_use_id ?? null);
  }

  async #toolResult({ tool_name, tool_use_id, output, is_error }: ToolResult): Promise<void> {
    const { tools, lines, newId } = this.#setting;
    let tool = tools.end(tool_name, tool_use_id ?? undefined);
    if (tool === undefined) {
      tool = { id: tool_use_id ?? newId(), name: tool_name, input: {} };
      await this.toolUse(tool);
    }
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

  async #write(content: readonly object[], parentId: string | null): Promise<void> {
    const { lines, model, newId } = this.#setting;
    this.#messageId ??= newId();
    await lines.write(assistantLine(assistantMessage(this.#messageId, model, content), parentId));
  }

  /** Undefined where the program did not ask for partial messages. */
  #openPartial(): PartialMessage | undefined {
    const { lines, model, hasPartialMessages, newId } = this.#setting;
    if (!hasPartialMessages) return undefined;
    this.#messageId ??= newId();
    this.#partial ??= new PartialMessage(lines, this.#messageId, model);
    return this.#partial;
  }

  async #endMessage(): Promise<void> {
    await this.#partial?.end();
    this.#partial = undefined;
    this.#messageId = undefined;
  }
}

type ToolCall = Extract<AgentEvent, { type: "tool_call" }>;
type ToolResult = Extract<AgentEvent, { type: "tool_result" }>;

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
