import { mkdtemp, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServer } from "../../../contract/index.ts";
import type { JsonObject } from "../../../lib/index.ts";
import { packageFile } from "../../../lib/package-file.ts";
import { isObject, readLines, readObject } from "../../lines/json-lines.ts";
import type { ControlChannel } from "../control-channel.ts";
import { makePipes, openPipe } from "./named-pipe.ts";

const PROGRAM = fileURLToPath(packageFile("src/stand-in/claude/mcp/bridge-program.ts"));
const INTERNAL_ERROR = -32_603;

/** The longest message of an agent to a server in the program. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** The ends of the pipes of one server. */
interface Connection {
  readonly fromAgent: Socket;
  readonly toAgent: Socket;
}

/**
 * Makes MCP servers that live inside the program reachable for the agent of one turn. The agent starts a small program for each
 * of them, which passes messages on through named pipes; we pass them on by the control protocol.
 */
export class McpBridge {
  readonly #channel: Pick<ControlChannel, "request">;
  readonly #connections = new Map<string, Connection>();
  /** Holds the pipes. The agent must be able to read it. */
  readonly directory: string;

  private constructor(channel: Pick<ControlChannel, "request">, directory: string) {
    this.#channel = channel;
    this.directory = directory;
  }

  /** Opens the pipes. Throws if the system has no `mkfifo`. */
  static async open(names: readonly string[], channel: Pick<ControlChannel, "request">): Promise<McpBridge> {
    const bridge = new McpBridge(channel, await mkdtemp(join(tmpdir(), "abp-mcp-")));
    try {
      for (const [index, name] of names.entries()) await bridge.#connect(name, index);
    } catch (error) {
      await bridge.close();
      throw error;
    }
    return bridge;
  }

  /** The servers as a work order names them. */
  get servers(): Readonly<Record<string, McpServer>> {
    const entries = [...this.#connections.keys()].map((name, index): [string, McpServer] => {
      const { fromAgent, toAgent } = this.#paths(index);
      return [name, { command: process.execPath, args: [PROGRAM, fromAgent, toAgent] }];
    });
    return Object.fromEntries(entries);
  }

  /** Passes on a message that a server sends by itself. */
  deliver(server: string, message: unknown): void {
    const connection = this.#connections.get(server);
    if (connection !== undefined) send(connection.toAgent, message);
  }

  async close(): Promise<void> {
    for (const { fromAgent, toAgent } of this.#connections.values()) {
      fromAgent.destroy();
      toAgent.destroy();
    }
    await rm(this.directory, { recursive: true, force: true });
  }

  #paths(index: number): { readonly fromAgent: string; readonly toAgent: string } {
    return {
      fromAgent: join(this.directory, `${index}-from-agent`),
      toAgent: join(this.directory, `${index}-to-agent`),
    };
  }

  async #connect(name: string, index: number): Promise<void> {
    const paths = this.#paths(index);
    await makePipes(Object.values(paths));
    const fromAgent = await openPipe(paths.fromAgent, "read");
    const toAgent = await openPipe(paths.toAgent, "write");
    this.#connections.set(name, { fromAgent, toAgent });
    void this.#serve(name, fromAgent, toAgent);
  }

  async #serve(server: string, fromAgent: Socket, toAgent: Socket): Promise<void> {
    try {
      for await (const line of readLines(fromAgent, MAX_MESSAGE_BYTES)) {
        const message = readObject(line);
        if (message !== undefined) void this.#ask(server, message, toAgent);
      }
    } catch {
      // The bridge was closed, or the agent sent what is no message.
      fromAgent.destroy();
    }
  }

  async #ask(server: string, message: JsonObject, toAgent: Socket): Promise<void> {
    const { id } = message;
    try {
      const answer = await this.#channel.request({ subtype: "mcp_message", server_name: server, message });
      const response = answer["mcp_response"];
      // A notification has no answer.
      if (id !== undefined && isObject(response)) send(toAgent, response);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (id !== undefined)
        send(toAgent, { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: text } });
    }
  }
}

function send(pipe: Socket, message: unknown): void {
  pipe.write(`${JSON.stringify(message)}\n`);
}
