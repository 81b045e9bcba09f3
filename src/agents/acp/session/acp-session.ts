import type { WorkOrder } from "../../../contract/index.ts";
import type { JsonObject, JsonValue } from "../../../lib/index.ts";
import { isJsonObject } from "../../host/agent-line.ts";
import { JsonRpcError, type JsonRpcPeer } from "../../host/json-rpc-peer.ts";
import type { AcpProfile } from "../acp-profile.ts";
import { mcpServers } from "./mcp-servers.ts";

const PROTOCOL_VERSION = 1;
/** An agent that is not ready by then is taken for one that hangs. A fresh home on a busy machine takes tens of seconds. */
const START_LIMIT_MS = 120_000;

/** How long an agent may take to answer while it has nothing to do. */
const ANSWER_LIMIT_MS = 5000;

/** A method that no agent has. Each has to answer it, if only with an error. */
const PING_METHOD = "_agent-backplane/ping";

/** The part of a peer that a session uses. */
export type AcpPeer = Pick<JsonRpcPeer, "request" | "notify">;

/** One conversation with an agent. */
export class AcpSession {
  readonly id: string;
  readonly takesImages: boolean;
  readonly #peer: AcpPeer;
  readonly #mode: string | undefined;

  /** Whether the agent sends the whole earlier conversation again. */
  readonly repeatsHistory: boolean;

  private constructor(
    peer: AcpPeer,
    { id, method }: Opened,
    { mode, takesImages }: { readonly mode: string | undefined; readonly takesImages: boolean },
  ) {
    this.#peer = peer;
    this.#mode = mode;
    this.id = id;
    this.repeatsHistory = method === "session/load";
    this.takesImages = takesImages;
  }

  /**
   * Greets the agent and opens the conversation of a work order: a new one, an earlier one, or a copy of an earlier one. Throws
   * if the agent does not have the earlier one.
   */
  static async open(peer: AcpPeer, profile: AcpProfile, order: WorkOrder): Promise<AcpSession> {
    const greeting = await ask(peer, "initialize", {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: "agent-backplane", title: "Agent Backplane", version: "1" },
    });
    const can = member(greeting, "agentCapabilities");
    const { authentication, mode } = profile;
    if (authentication !== undefined) await ask(peer, "authenticate", { methodId: authentication });
    const place = { cwd: order.workspace.root, mcpServers: mcpServers(order) };
    const opened =
      order.resume === undefined
        ? { id: sessionId(await ask(peer, "session/new", place)), method: "session/new" }
        : await resume(peer, can, { ...place, sessionId: order.resume.session }, order.resume.fork === true);
    if (mode !== undefined) await ask(peer, "session/set_mode", { sessionId: opened.id, modeId: mode });
    return new AcpSession(peer, opened, {
      mode,
      takesImages: member(can, "promptCapabilities")["image"] === true,
    });
  }

  /**
   * Resolves when the agent answers, so that everything which it wrote before has been handled. It is in the mode in which it
   * asks, whatever mode a tool has put it in. Rejects if no answer comes in time.
   */
  async settle(): Promise<void> {
    if (this.#mode !== undefined) {
      const params = { sessionId: this.id, modeId: this.#mode };
      await this.#peer.request("session/set_mode", params, ANSWER_LIMIT_MS);
      return;
    }
    try {
      await this.#peer.request(PING_METHOD, {}, ANSWER_LIMIT_MS);
    } catch (error) {
      if (!(error instanceof JsonRpcError)) throw error;
    }
  }

  /** Sends a prompt and resolves with its result. */
  async prompt(blocks: readonly object[]): Promise<JsonObject> {
    return objectOf(await this.#peer.request("session/prompt", { sessionId: this.id, prompt: blocks }));
  }

  /** Asks the agent to stop. It answers the open prompt. */
  cancel(): void {
    this.#peer.notify("session/cancel", { sessionId: this.id });
  }
}

interface Opened {
  readonly id: string;
  /** The method that opened it. */
  readonly method: string;
}

interface Earlier {
  readonly sessionId: string;
  readonly cwd: string;
  readonly mcpServers: readonly object[];
}

/** Continues an earlier conversation in the way that the agent has, in a copy if `fork` says so. */
async function resume(peer: AcpPeer, can: JsonObject, earlier: Earlier, fork: boolean): Promise<Opened> {
  const sessions = member(can, "sessionCapabilities");
  const method = fork ? forkMethod(sessions) : resumeMethod(can, sessions);
  if (method === undefined) {
    throw new Error(`the agent cannot ${fork ? "fork" : "resume"} a conversation`);
  }
  try {
    const answer = await ask(peer, method, earlier);
    return { id: fork ? sessionId(answer) : earlier.sessionId, method };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the agent does not continue ${earlier.sessionId}: ${why}`);
  }
}

function forkMethod(sessions: JsonObject): string | undefined {
  return isJsonObject(sessions["fork"]) ? "session/fork" : undefined;
}

// `session/load` repeats the whole conversation; `session/resume` does not.
function resumeMethod(can: JsonObject, sessions: JsonObject): string | undefined {
  if (isJsonObject(sessions["resume"])) return "session/resume";
  return can["loadSession"] === true ? "session/load" : undefined;
}

async function ask(peer: AcpPeer, method: string, params: object): Promise<JsonObject> {
  return objectOf(await peer.request(method, params, START_LIMIT_MS));
}

function sessionId(answer: JsonObject): string {
  const id = answer["sessionId"];
  if (typeof id === "string") return id;
  throw new Error("the agent opened a session and did not name it");
}

function member(value: JsonObject, name: string): JsonObject {
  return objectOf(value[name]);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
