import type { Block, Message, ToolResultBlock } from "../../../contract/index.ts";
import { Cursor, wrongType } from "../../members/cursor.ts";
import { keepOwn } from "../../members/own-members.ts";
import { spell } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import { readPart } from "../content/block-reader.ts";
import { markLastBlock } from "../content/cache-control.ts";
import { readAnnotations } from "../content/citations.ts";
import { takeThinking } from "../content/thinking.ts";
import { LEGACY, mintCallId, readLegacyCall, readToolCall } from "../content/tool-call.ts";
import type { ChatProfile } from "../profile.ts";

/** Reads the messages of one request in order; results refer to earlier calls. */
export class MessageReader {
  readonly #profile: ChatProfile;
  readonly #origins: Origins;
  readonly #customCalls = new Set<string>();
  readonly #legacyCalls = new Map<string, string>();

  constructor(profile: ChatProfile, origins: Origins) {
    this.#profile = profile;
    this.#origins = origins;
  }

  /** Reads the message at a place of the list. */
  read(item: unknown, path: string, index: number): Message {
    const cursor = new Cursor(item, path);
    const role = cursor.need("role");
    const message = this.#byRole(role, cursor, index);
    markLastBlock(message, cursor, this.#profile, this.#origins);
    const rest = cursor.unread();
    if (rest !== undefined) keepOwn(message, this.#profile.id, rest);
    return this.#origins.mark(message, path);
  }

  #byRole(role: string, cursor: Cursor, index: number): Message {
    switch (role) {
      case "system":
      case "developer":
      case "user": {
        const message: Message = { role, content: [] };
        this.#readContent(cursor, message, message.content);
        return withName(message, cursor);
      }
      case "assistant":
        return this.#readAssistant(cursor, index);
      case "tool":
        return this.#readToolResult(cursor);
      case "function":
        return this.#readFunctionResult(cursor);
      default:
        throw wrongType(cursor.at("role"), role, "system, developer, user, assistant, tool or function");
    }
  }

  #readAssistant(cursor: Cursor, index: number): Message {
    const profile = this.#profile;
    const message: Message = { role: "assistant", content: [] };
    const { content } = message;
    const thinking = takeThinking(cursor, profile);
    if (thinking !== undefined) content.push(this.#origins.mark(thinking, cursor.path));
    this.#readContent(cursor, message, content);
    readAnnotations(cursor, content, profile);
    const refusal = cursor.text("refusal");
    if (refusal !== undefined)
      content.push(this.#origins.mark({ type: "refusal", text: refusal }, cursor.path));
    this.#readAudio(cursor, content);
    let ordinal = 0;
    const mint = () => mintCallId(`message ${index}`, 0, ordinal++);
    const calls = cursor.list("tool_calls", (item, path) =>
      readToolCall(item, path, profile, this.#origins, mint),
    );
    if (calls?.length === 0) spell(message, profile.id, "no_calls");
    for (const call of calls ?? []) {
      content.push(call);
      if (call.type === "tool_use" && call.kind === "custom") this.#customCalls.add(call.id);
    }
    const legacy = readLegacyCall(cursor, profile, this.#origins, mint);
    if (legacy?.type === "tool_use") {
      content.push(legacy);
      this.#legacyCalls.set(legacy.name, legacy.id);
    }
    if (profile.prefill !== undefined && cursor.peek(profile.prefill) === true)
      message.prefill = cursor.flag(profile.prefill)!;
    return withName(message, cursor);
  }

  #readAudio(cursor: Cursor, content: Block[]): void {
    const audio = cursor.peek("audio");
    if (typeof audio !== "object" || audio === null || !("id" in audio)) return;
    const inner = cursor.object("audio")!;
    const id = inner.need("id");
    const block: Block = { type: "audio", id, source: { kind: "file", id, issuer: this.#profile.id } };
    const rest = inner.unread();
    if (rest !== undefined) keepOwn(block, this.#profile.id, rest);
    content.push(this.#origins.mark(block, cursor.path));
  }

  #readToolResult(cursor: Cursor): Message {
    const id = cursor.need("tool_call_id");
    const result: ToolResultBlock = {
      type: "tool_result",
      id,
      kind: this.#customCalls.has(id) ? "custom" : "function",
      content: [],
    };
    const name = cursor.text("name");
    if (name !== undefined) spell(Object.assign(result, { name }), this.#profile.id, "name");
    return this.#toolMessage(cursor, result);
  }

  #readFunctionResult(cursor: Cursor): Message {
    const name = cursor.need("name");
    const id = this.#legacyCalls.get(name) ?? mintCallId(`function ${name}`, 0, 0);
    const result: ToolResultBlock = { type: "tool_result", id, name, kind: "function", content: [] };
    return this.#toolMessage(cursor, spell(result, this.#profile.id, LEGACY));
  }

  #toolMessage(cursor: Cursor, result: ToolResultBlock): Message {
    const message: Message = { role: "tool", content: [result] };
    this.#readContent(cursor, message, result.content);
    this.#origins.mark(result, cursor.path);
    return message;
  }

  // An empty text is no block: several vendors refuse one (E6), and its spelling is remembered instead.
  #readContent(cursor: Cursor, message: Message, content: Block[]): void {
    const value = cursor.take("content");
    const profile = this.#profile;
    if (value === undefined) return;
    if (typeof value === "string") {
      if (value === "") spell(message, profile.id, "empty");
      else content.push(this.#origins.mark({ type: "text", text: value }, cursor.at("content")));
      return;
    }
    if (!Array.isArray(value)) throw wrongType(cursor.at("content"), value, "text or a list of parts");
    const place = cursor.at("content");
    value.forEach((item, index) => {
      content.push(readPart(item, `${place}[${index}]`, profile, this.#origins));
    });
    spell(message, profile.id, "parts");
  }
}

function withName(message: Message, cursor: Cursor): Message {
  const name = cursor.text("name");
  if (name !== undefined) message.name = name;
  return message;
}
