import { isMembers, type Members } from "../../../src/dialects/members/members.ts";
import { textOfJson } from "../../../src/lib/index.ts";
import type { GrammarFault, StreamGrammar } from "./stream-grammar.ts";

/** Which deltas may continue which block; a block that is not listed is this vendor's own and takes any. */
const deltas: Readonly<Record<string, readonly string[]>> = {
  text: ["text_delta", "citations_delta"],
  thinking: ["thinking_delta", "signature_delta"],
  redacted_thinking: [],
  tool_use: ["input_json_delta"],
  server_tool_use: ["input_json_delta"],
  mcp_tool_use: ["input_json_delta"],
};

const deltaMembers: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "signature",
  input_json_delta: "partial_json",
};

/** Opens a check of one message's stream. */
export function openMessagesGrammar(): StreamGrammar {
  return new MessageGrammar();
}

class MessageGrammar implements StreamGrammar {
  readonly #faults: GrammarFault[] = [];
  #count = 0;
  #state: "new" | "open" | "ending" | "done" = "new";
  #last = -1;
  #open:
    | { readonly index: unknown; readonly type: string; signed: boolean; readonly input: string[] }
    | undefined;

  push(data: string, event: string | undefined): void {
    const value = this.#parse(data);
    if (value !== undefined) this.#check(value, event);
    this.#count += 1;
  }

  end(): readonly GrammarFault[] {
    if (this.#state !== "done") this.#fault("the stream has no message_stop and no error");
    return this.#faults;
  }

  #check(value: Members, event: string | undefined): void {
    const type = value["type"];
    if (event !== undefined && event !== type)
      this.#fault(`the event is named ${event} and holds ${textOfJson(type)}`);
    if (this.#state === "done") {
      this.#fault(`${textOfJson(type)} after the end`);
      return;
    }
    if (this.#state === "new" && type !== "message_start" && type !== "error") {
      this.#fault(`${textOfJson(type)} before message_start`);
    }
    switch (type) {
      case "message_start":
        this.#start(value);
        break;
      case "content_block_start":
        this.#startBlock(value);
        break;
      case "content_block_delta":
        this.#delta(value);
        break;
      case "content_block_stop":
        this.#stopBlock(value);
        break;
      case "message_delta":
        this.#end(value);
        break;
      case "message_stop":
        if (this.#open !== undefined) this.#fault("message_stop with an open block");
        if (this.#state !== "ending") this.#fault("message_stop without a stop reason");
        this.#state = "done";
        break;
      case "error":
        if (typeof member(value["error"], "message") !== "string") this.#fault("an error without a message");
        this.#state = "done";
        break;
      default:
        if (typeof type !== "string") this.#fault("an event without a type");
    }
  }

  #start(value: Members): void {
    if (this.#state !== "new") this.#fault("a second message_start");
    this.#state = "open";
    const message = value["message"];
    for (const name of ["id", "model"]) {
      if (typeof member(message, name) !== "string") this.#fault(`message_start without ${name}`);
    }
    if (member(message, "type") !== "message") this.#fault("message_start without the type message");
    if (member(message, "role") !== "assistant") this.#fault("message_start without the role assistant");
    if (!Array.isArray(member(message, "content"))) this.#fault("message_start without content");
    for (const name of ["input_tokens", "output_tokens"]) {
      if (typeof member(member(message, "usage"), name) !== "number")
        this.#fault(`message_start without ${name}`);
    }
  }

  #startBlock(value: Members): void {
    if (this.#state === "ending") this.#fault("a block after message_delta");
    if (this.#open !== undefined) this.#fault("a block begins while another is open");
    const { index } = value;
    if (index !== this.#last + 1) this.#fault(`block ${textOfJson(index)} follows block ${this.#last}`);
    if (typeof index === "number") this.#last = index;
    const type = member(value["content_block"], "type");
    if (typeof type !== "string") this.#fault("a block without a type");
    const signature = member(value["content_block"], "signature");
    const signed = typeof signature === "string" && signature !== "";
    this.#open = { index, type: textOfJson(type), signed, input: [] };
  }

  #delta(value: Members): void {
    const open = this.#open;
    if (open === undefined || open.index !== value["index"]) {
      this.#fault(`a delta for block ${textOfJson(value["index"])}, which is not open`);
      return;
    }
    const type = textOfJson(member(value["delta"], "type"));
    const allowed = Object.hasOwn(deltas, open.type) ? deltas[open.type] : undefined;
    if (allowed !== undefined && !allowed.includes(type))
      this.#fault(`${type} in a block of type ${open.type}`);
    const name = Object.hasOwn(deltaMembers, type) ? deltaMembers[type] : undefined;
    const text = name === undefined ? undefined : member(value["delta"], name);
    if (name !== undefined && typeof text !== "string") this.#fault(`${type} without ${name}`);
    if (type === "signature_delta") open.signed = true;
    if (type === "input_json_delta" && typeof text === "string") open.input.push(text);
  }

  #stopBlock(value: Members): void {
    const open = this.#open;
    if (open === undefined || open.index !== value["index"]) {
      this.#fault(`the end of block ${textOfJson(value["index"])}, which is not open`);
      return;
    }
    if (open.type === "thinking" && !open.signed) this.#fault("thinking ends without a signature");
    this.#open = undefined;
  }

  #end(value: Members): void {
    if (this.#open !== undefined) this.#fault("message_delta with an open block");
    const delta = value["delta"];
    if (!isMembers(delta) || !("stop_reason" in delta)) this.#fault("message_delta without a stop reason");
    if (typeof member(value["usage"], "output_tokens") !== "number")
      this.#fault("message_delta without output_tokens");
    if (this.#state === "ending") this.#fault("a second message_delta");
    this.#state = "ending";
  }

  #parse(data: string): Members | undefined {
    try {
      const value: unknown = JSON.parse(data);
      if (isMembers(value)) return value;
    } catch {
      // Falls through to the fault.
    }
    this.#fault("not a JSON object");
    return undefined;
  }

  #fault(message: string): void {
    this.#faults.push({ index: this.#count, message });
  }
}

function member(value: unknown, name: string): unknown {
  return isMembers(value) ? value[name] : undefined;
}
