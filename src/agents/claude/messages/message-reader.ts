import { type JsonObject, type JsonValue, textOfJson } from "../../../lib/index.ts";
import { isJsonObject } from "../../host/agent-line.ts";
import type { EventWriter } from "../../host/event-writer.ts";
import { contractTool, isAnswerTool } from "../tools.ts";
import { factsOf, OpenMessages } from "./message-facts.ts";
import type { SubAgents } from "./sub-agents.ts";
import type { ToolEffects } from "./tool-effects.ts";
import type { ToolUses } from "./tool-uses.ts";

/** Lines of type `system` that repeat, and say nothing which a later line does not say. */
const REPEATED_NOTICES = new Set(["status", "thinking_tokens", "task_progress"]);

/** What a reader needs of its run. */
export interface ReaderSetting {
  readonly writer: EventWriter;
  readonly uses: ToolUses;
  readonly subAgents: SubAgents;
  readonly effects: ToolEffects;
  /** Called with each line of type `result`. */
  readonly onResult: (result: JsonObject) => Promise<void>;
  /** Called with the id of a message of ours that Claude Code takes up. */
  readonly onTaken: (messageId: string) => void;
}

/** Turns the lines of Claude Code into events. */
export class MessageReader {
  readonly #setting: ReaderSetting;
  /** The agents, by the tool call that started them, whose thinking came in pieces. */
  readonly #streamedThinking = new Set<string>();
  readonly #messages = new OpenMessages();

  constructor(setting: ReaderSetting) {
    this.#setting = setting;
  }

  /** Handles one line that does not belong to the control protocol. */
  async read(line: JsonObject, characters: number): Promise<void> {
    await this.#setting.writer.line(line, characters, () => this.#handle(line), isBookkeeping(line));
  }

  async #handle(line: JsonObject): Promise<void> {
    const parentId = parentOf(line);
    switch (line["type"]) {
      case "stream_event":
        return this.#piece(line["event"], parentId);
      case "assistant":
        this.#setting.writer.nameMessage(
          isJsonObject(line["message"]) ? factsOf(line["message"]) : undefined,
        );
        for (const block of blocksOf(line)) await this.#block(block, parentId);
        return;
      case "user":
        return this.#userLine(line, parentId);
      case "system":
        return this.#setting.subAgents.observe(line);
      case "result":
        return this.#setting.onResult(line);
    }
  }

  /** A piece of a message that is being written. */
  async #piece(event: JsonValue | undefined, parentId: string | undefined): Promise<void> {
    if (!isJsonObject(event)) return;
    const { type, message } = event;
    if (type === "message_start" && isJsonObject(message)) this.#messages.begin(message, parentId);
    if (type === "message_delta") return this.#messageEnd(event, parentId);
    const delta = type === "content_block_delta" ? event["delta"] : undefined;
    if (!isJsonObject(delta)) return;
    this.#setting.writer.nameMessage(this.#messages.firstPiece(parentId));
    if (delta["type"] === "text_delta") await this.#setting.writer.text(textOfJson(delta["text"]), parentId);
    if (delta["type"] !== "thinking_delta") return;
    this.#streamedThinking.add(parentId ?? "");
    await this.#setting.writer.thinking(textOfJson(delta["thinking"]), parentId);
  }

  async #messageEnd(event: JsonObject, parentId: string | undefined): Promise<void> {
    const facts = this.#messages.end(event, parentId);
    if (facts !== undefined) await this.#setting.writer.messageEnd(facts, parentId);
  }

  /** A block of a message that is complete. */
  async #block(block: JsonObject, parentId: string | undefined): Promise<void> {
    const { writer, uses } = this.#setting;
    if (block["type"] === "text") await writer.message(textOfJson(block["text"]), parentId);
    else if (block["type"] === "thinking") {
      const hasCome = this.#streamedThinking.delete(parentId ?? "");
      if (!hasCome) await writer.thinking(textOfJson(block["thinking"]), parentId);
    } else if (block["type"] === "tool_use") {
      const input = isJsonObject(block["input"]) ? block["input"] : {};
      uses.announce(textOfJson(block["id"]), { nativeName: textOfJson(block["name"]), input, parentId });
    }
  }

  async #userLine(line: JsonObject, parentId: string | undefined): Promise<void> {
    if (line["isReplay"] === true) {
      this.#setting.onTaken(textOfJson(line["uuid"]));
      return;
    }
    for (const block of blocksOf(line)) {
      if (block["type"] === "tool_result") await this.#toolResult(block, line["tool_use_result"], parentId);
    }
  }

  async #toolResult(
    block: JsonObject,
    details: JsonValue | undefined,
    parentId: string | undefined,
  ): Promise<void> {
    const { writer, uses, effects } = this.#setting;
    const id = textOfJson(block["tool_use_id"]);
    const use = uses.find(id) ?? { nativeName: "unknown", input: {}, parentId };
    if (isAnswerTool(use.nativeName)) return;
    const content = block["content"] ?? null;
    const isError = block["is_error"] === true;
    const call = {
      ...contractTool(use.nativeName, use.input),
      nativeName: use.nativeName,
      parentId: use.parentId,
    };
    // A tool that fails before it was asked for, such as one with a wrong input, did not run.
    if (isError && !uses.wasAsked(id)) writer.toolNotRun({ id, name: call.name });
    const ran = await writer.toolResult({ id, output: content, isError }, call);
    if (ran) await effects.report({ use, content, isError, details });
  }
}

/** Whether a line may be left out if it makes no event: its content comes again in another line. */
function isBookkeeping(line: JsonObject): boolean {
  const { type, subtype } = line;
  if (type === "stream_event" || line["isReplay"] === true) return true;
  return type === "system" && REPEATED_NOTICES.has(subtype as string);
}

function parentOf(line: JsonObject): string | undefined {
  const parent = line["parent_tool_use_id"];
  return typeof parent === "string" ? parent : undefined;
}

/** The blocks of the message in a line. A text instead of a list has none. */
function blocksOf(line: JsonObject): JsonObject[] {
  const message = isJsonObject(line["message"]) ? line["message"] : {};
  return Array.isArray(message["content"]) ? message["content"].filter(isJsonObject) : [];
}
