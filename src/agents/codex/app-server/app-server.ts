import type { JsonObject, JsonValue } from "../../../lib/index.ts";
import { readAgentLine } from "../../host/agent-line.ts";
import { type AgentEnd, AgentProcess, type AgentStart, type EndGraces } from "../../host/agent-process.ts";
import { type JsonRpcHandlers, JsonRpcPeer } from "../../host/json-rpc-peer.ts";
import { unwantedNotifications } from "./notifications.ts";

/** How long Codex may take to answer a request. It answers at once and reports the work afterwards. */
const ANSWER_TIME_LIMIT_MS = 60_000;

/** The version of this client, which Codex puts into the header `user-agent` of its calls. */
const CLIENT_VERSION = "1.0";

/** How to start the server, and who handles what it sends. */
export interface AppServerStart extends Omit<AgentStart, "onLine"> {
  readonly onRequest: JsonRpcHandlers["onRequest"];
  /** Gets each line that is a message. It has to call `receive`. */
  readonly onMessage: (
    message: JsonObject,
    characters: number,
    receive: () => Promise<void>,
  ) => Promise<void>;
  readonly onNotification: JsonRpcHandlers["onNotification"];
  readonly graces: EndGraces;
  /** Gets the beginning of the first line that is no message. */
  readonly onForeignLine: (line: string) => Promise<void>;
}

/** A running `codex app-server`: JSON-RPC without the member that names its version, one message per line. */
export class AppServer {
  readonly #process: AgentProcess;
  readonly #peer: JsonRpcPeer;
  readonly #graces: EndGraces;
  /** Settles when the process has ended and its output is handled. */
  readonly ended: Promise<AgentEnd>;

  static async start(start: AppServerStart): Promise<AppServer> {
    let agent: AgentProcess | undefined;
    const { onRequest, onNotification } = start;
    const peer = new JsonRpcPeer(
      { send: (message) => agent?.write(message), onRequest, onNotification },
      { namesVersion: false },
    );
    let hasForeignLine = false;
    const onLine = async (line: string): Promise<void> => {
      const message = readAgentLine(line);
      if (message !== undefined) {
        await start.onMessage(message, line.length, () => peer.receive(message));
      } else if (!hasForeignLine && line.trim() !== "") {
        hasForeignLine = true;
        await start.onForeignLine(line.slice(0, 200));
      }
    };
    agent = await AgentProcess.start({ ...start, onLine });
    return new AppServer(agent, peer, start.graces);
  }

  private constructor(agent: AgentProcess, peer: JsonRpcPeer, graces: EndGraces) {
    this.#graces = graces;
    this.#process = agent;
    this.#peer = peer;
    this.ended = agent.ended.then((end) => {
      peer.close(new Error(this.endText(end)));
      return end;
    });
  }

  /** Says who we are. Nothing else is allowed before. */
  async initialize(): Promise<void> {
    await this.request("initialize", {
      clientInfo: { name: "agent_backplane", title: "Agent Backplane", version: CLIENT_VERSION },
      capabilities: {
        experimentalApi: false,
        requestAttestation: false,
        optOutNotificationMethods: unwantedNotifications,
      },
    });
    this.#peer.notify("initialized", {});
  }

  request(method: string, params: object, timeoutMs = ANSWER_TIME_LIMIT_MS): Promise<JsonValue> {
    return this.#peer.request(method, params, timeoutMs);
  }

  /** Ends the server after `interrupt`: it exits when its input ends, and is signalled if it does not. */
  end(interrupt: () => Promise<unknown> = async () => undefined): Promise<AgentEnd> {
    const close = () => this.#process.closeInput();
    // A server that refuses the interrupt has no turn to end.
    return this.#process.end(() => interrupt().then(close, close), this.#graces);
  }

  /** One sentence about an unexpected end. */
  endText({ code, signal, fault }: AgentEnd): string {
    if (fault !== undefined) return `Codex was ended: ${fault.message}`;
    // What it wrote last explains its own exit, but not a signal from outside.
    if (signal !== null) return `Codex was ended by ${signal} before its turn was over`;
    const tail = this.#process.stderrTail;
    return `Codex ended with exit code ${code} before its turn was over${tail === "" ? "" : `: ${tail}`}`;
  }
}
