import { type JsonObject, textOfJson } from "../../../lib/index.ts";
import { isJsonObject } from "../../host/agent-line.ts";

/** Answers the requests that Claude Code makes. */
export interface ControlHandlers {
  readonly send: (message: object) => void | Promise<void>;
  /** Decides on a tool. Gets the whole line. */
  readonly canUseTool: (request: JsonObject, line: JsonObject) => Promise<object>;
  /** Answers a hook that runs before a tool. */
  readonly preToolUse: (input: JsonObject) => object;
}

interface Pending {
  readonly resolve: (response: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

const CONTROL_TYPES = new Set(["control_request", "control_response", "control_cancel_request"]);

/** More questions than this are refused at once, so that an agent which only asks cannot fill the memory. */
const MAX_OPEN_REQUESTS = 1000;

/** The hook that is named in `initialize`. */
const PRE_TOOL_USE = "pre-tool-use";

/** The requests and answers of the control protocol, in both directions, among the lines of Claude Code. */
export class ControlChannel {
  readonly #handlers: ControlHandlers;
  readonly #pending = new Map<string, Pending>();
  /** Requests of Claude Code that wait for our answer. */
  readonly #open = new Set<string>();
  #count = 0;
  #closed: Error | undefined;

  constructor(handlers: ControlHandlers) {
    this.#handlers = handlers;
  }

  /** Opens the conversation, with a hook before every tool. Rejects if Claude Code refuses or the channel is closed. */
  initialize(outputSchema: object | undefined): Promise<JsonObject> {
    const hooks = { PreToolUse: [{ matcher: null, hookCallbackIds: [PRE_TOOL_USE] }] };
    return this.#request("initialize", {
      hooks,
      ...(outputSchema === undefined ? {} : { jsonSchema: outputSchema }),
    });
  }

  /** Asks Claude Code to stop what it does. Its result comes as a line. */
  interrupt(): void {
    this.#request("interrupt", {}).catch(() => undefined);
  }

  /**
   * Resolves when Claude Code answers, so that every line which it wrote before has been handled. It asks for every tool again,
   * whatever mode a tool has put it in. Rejects if no answer comes in time.
   */
  async settle(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("Claude Code does not answer")), timeoutMs);
    });
    try {
      await Promise.race([this.#request("set_permission_mode", { mode: "default" }), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether a line belongs to the control protocol. */
  isControl(line: JsonObject): boolean {
    return CONTROL_TYPES.has(line["type"] as string);
  }

  /**
   * Handles a line of the control protocol. Resolves when Claude Code takes the answer of a hook. A question about a tool is
   * answered later, because a person may be asked, and holds up no other line.
   */
  async receive(line: JsonObject): Promise<void> {
    const { type, request_id: id, request, response } = line;
    if (type === "control_response" && isJsonObject(response)) this.#settle(response);
    else if (type === "control_cancel_request") this.#open.delete(textOfJson(id));
    else if (type === "control_request" && isJsonObject(request)) {
      const answer = this.#answer(textOfJson(id), request, line);
      if (request["subtype"] !== "can_use_tool" || this.#open.size > MAX_OPEN_REQUESTS) await answer;
    }
  }

  /** Rejects every open request and all later ones. The first reason stays. */
  close(reason: Error): void {
    this.#closed ??= reason;
    for (const { reject } of this.#pending.values()) reject(this.#closed);
    this.#pending.clear();
    this.#open.clear();
  }

  #request(subtype: string, members: object): Promise<JsonObject> {
    this.#count += 1;
    const id = `host-${this.#count}`;
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) {
        reject(this.#closed);
        return;
      }
      this.#pending.set(id, { resolve, reject });
      void this.#handlers.send({
        type: "control_request",
        request_id: id,
        request: { subtype, ...members },
      });
    });
  }

  #settle(response: JsonObject): void {
    const id = textOfJson(response["request_id"]);
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (response["subtype"] === "error") pending?.reject(new Error(textOfJson(response["error"])));
    else pending?.resolve(isJsonObject(response["response"]) ? response["response"] : {});
  }

  async #answer(id: string, request: JsonObject, line: JsonObject): Promise<void> {
    this.#open.add(id);
    let answer: object;
    try {
      answer = { subtype: "success", response: await this.#responseTo(request, line) };
    } catch (error) {
      answer = { subtype: "error", error: error instanceof Error ? error.message : String(error) };
    }
    if (!this.#open.delete(id)) return;
    await this.#handlers.send({ type: "control_response", response: { ...answer, request_id: id } });
  }

  async #responseTo(request: JsonObject, line: JsonObject): Promise<object> {
    const { subtype, input } = request;
    if (this.#open.size > MAX_OPEN_REQUESTS) throw new Error("too many questions are open");
    if (subtype === "can_use_tool") return this.#handlers.canUseTool(request, line);
    if (subtype === "hook_callback" && request["callback_id"] === PRE_TOOL_USE) {
      return this.#handlers.preToolUse(isJsonObject(input) ? input : {});
    }
    throw new Error(`this host does not answer ${textOfJson(subtype)}`);
  }
}
