import { JsonRpcError, JsonRpcPeer, METHOD_NOT_FOUND } from "../../agents/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { JsonObject } from "../../lib/index.ts";
import { failureWords } from "../failure-words.ts";
import { readLines, readObject, textMember } from "../lines/json-lines.ts";
import type { LineWriter } from "../lines/line-writer.ts";
import type { RunStarter } from "../run-starter.ts";
import { Conversation } from "../sessions/conversation.ts";
import type { SessionTable } from "../sessions/session-table.ts";
import { AnnouncedTools } from "../tools/announced-tools.ts";
import { AcpSession } from "./acp-session.ts";
import { INVALID_PARAMS, RESOURCE_NOT_FOUND } from "./json-rpc-codes.ts";
import { readServers } from "./mcp-servers.ts";
import { acpModes, findMode } from "./modes.ts";
import { readPrompt } from "./prompt-content.ts";
import { UpdateWriter } from "./update-writer.ts";

const PROTOCOL_VERSION = 1;

/** The most sessions that one editor may have open. */
const MAX_SESSIONS = 100;

/** What a stand-in is made of. */
export interface AcpSetting {
  readonly starter: RunStarter;
  readonly table: SessionTable;
  readonly writer: LineWriter;
  readonly version: string;
  readonly newId: () => string;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** An agent of the Agent Client Protocol on standard input and output. */
export class AcpStandIn {
  readonly #setting: AcpSetting;
  readonly #peer: JsonRpcPeer;
  readonly #sessions = new Map<string, AcpSession>();
  readonly #open = new Set<Promise<unknown>>();

  constructor(setting: AcpSetting) {
    this.#setting = setting;
    this.#peer = new JsonRpcPeer({
      send: (message) => setting.writer.write(message),
      onRequest: (method, params) => this.#track(this.#answer(method, params)),
      onNotification: (method, params) => {
        if (method === "session/cancel") this.#sessions.get(textMember(params, "sessionId") ?? "")?.cancel();
      },
    });
  }

  /** Serves until the editor closes its end or the process is asked to end, then cancels what runs. */
  async serve(input: AsyncIterable<Uint8Array>): Promise<void> {
    const { signal } = this.#setting;
    const stopped = Promise.withResolvers<void>();
    const stop = () => stopped.resolve();
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    try {
      await Promise.race([this.#read(input), stopped.promise]);
    } finally {
      signal.removeEventListener("abort", stop);
      for (const session of this.#sessions.values()) session.cancel();
      this.#peer.close(new Error("the editor has closed its end"));
      await Promise.allSettled(this.#open);
    }
  }

  async #read(input: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const line of readLines(input)) {
      const message = readObject(line);
      if (message !== undefined) await this.#peer.receive(message);
    }
  }

  /** Remembers an answer that is being made, so that no run is left behind at the end. */
  #track<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#open.add(answer);
    const forget = () => this.#open.delete(answer);
    answer.then(forget, forget);
    return answer;
  }

  async #answer(method: string, params: JsonObject): Promise<object> {
    switch (method) {
      case "initialize":
        return this.#initialize();
      case "authenticate":
        return {};
      case "session/new":
        return this.#newSession(params, undefined);
      case "session/load":
      case "session/resume":
        return this.#continue(params, method === "session/load");
      case "session/prompt":
        return { stopReason: await this.#find(params).prompt(readPrompt(params["prompt"])) };
      case "session/set_mode":
        return this.#setMode(params);
      case "session/close":
        return this.#close(params);
      default:
        throw new JsonRpcError(METHOD_NOT_FOUND, `${method} is not offered`);
    }
  }

  #initialize(): object {
    const { version, starter } = this.#setting;
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "agent-backplane", title: `Agent Backplane on ${starter.backend}`, version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        mcpCapabilities: { http: true, sse: false },
        sessionCapabilities: { resume: {}, close: {} },
      },
      authMethods: [],
    };
  }

  async #newSession(
    params: JsonObject,
    resume: string | undefined,
  ): Promise<{ sessionId: string; modes: object }> {
    const { starter, table, newId } = this.#setting;
    const cwd = textMember(params, "cwd");
    if (cwd === undefined) throw new JsonRpcError(INVALID_PARAMS, "`cwd` is missing");
    if (this.#sessions.size >= MAX_SESSIONS)
      throw new JsonRpcError(INVALID_PARAMS, "too many sessions are open");
    const mcpServers = readServers(params["mcpServers"]);
    const choice = { sessionId: undefined, resume, forks: false, keepsSession: true };
    const conversation = await Conversation.open(choice, {
      table,
      cwd,
      newId,
      backend: starter.backend,
    }).catch(notFound);
    this.#sessions.set(
      conversation.id,
      new AcpSession({ starter, peer: this.#peer, newId, conversation, cwd, mcpServers }),
    );
    return { sessionId: conversation.id, modes: { currentModeId: "ask", availableModes: acpModes } };
  }

  async #continue(params: JsonObject, repeats: boolean): Promise<object> {
    const id = textMember(params, "sessionId") ?? "";
    const { modes } = await this.#newSession(params, id);
    if (repeats) await this.#repeat(id);
    return { modes };
  }

  /** Sends the conversation so far to the editor, from the receipts of the runs. */
  async #repeat(sessionId: string): Promise<void> {
    const { table, starter, newId } = this.#setting;
    const notify = (update: object) => this.#peer.notify("session/update", { sessionId, update });
    for (const { run_id, prompt } of (await table.find(sessionId))?.turns ?? []) {
      notify({ sessionUpdate: "user_message_chunk", content: { type: "text", text: prompt } });
      const updates = new UpdateWriter(notify, new AnnouncedTools(newId));
      for (const event of await starter.history(run_id)) updates.event(event);
      updates.end();
    }
  }

  #setMode(params: JsonObject): object {
    const mode = findMode(params["modeId"]);
    if (mode === undefined)
      throw new JsonRpcError(INVALID_PARAMS, `no mode is named ${JSON.stringify(params["modeId"])}`);
    this.#find(params).mode = mode;
    return {};
  }

  async #close(params: JsonObject): Promise<object> {
    await this.#find(params).close();
    this.#sessions.delete(textMember(params, "sessionId")!);
    return {};
  }

  #find(params: JsonObject): AcpSession {
    const id = textMember(params, "sessionId") ?? "";
    const session = this.#sessions.get(id);
    if (session !== undefined) return session;
    throw new JsonRpcError(RESOURCE_NOT_FOUND, `no session ${JSON.stringify(id)} is open`);
  }
}

function notFound(error: unknown): never {
  if (AbpError.is(error)) throw new JsonRpcError(RESOURCE_NOT_FOUND, failureWords(error));
  throw error;
}
