import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServer } from "../../../../contract/index.ts";
import type { JsonObject } from "../../../../lib/index.ts";
import { isObject, readLines, readObject, textMember } from "../../lines/json-lines.ts";
import type { ControlChannel } from "../control/control-channel.ts";

const INTERNAL_ERROR = -32_603;

/** The longest message of an agent to a server in the program. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/**
 * Makes MCP servers that live inside the program reachable for the agent. The agent starts a small program for each of them,
 * which passes messages on to a socket of ours; we pass them on by the control protocol.
 */
export class McpBridge {
  readonly #names: readonly string[];
  readonly #channel: Pick<ControlChannel, "request">;
  readonly #listener: Server;
  readonly #connections = new Map<Socket, string>();
  /** Holds the socket. The agent must be able to read it. */
  readonly directory: string;

  private constructor(names: readonly string[], channel: Pick<ControlChannel, "request">, directory: string) {
    this.#names = names;
    this.#channel = channel;
    this.directory = directory;
    this.#listener = createServer((socket) => void this.#serve(socket));
  }

  /** Opens a socket that only this user can reach. */
  static async open(names: readonly string[], channel: Pick<ControlChannel, "request">): Promise<McpBridge> {
    const bridge = new McpBridge(names, channel, await mkdtemp(join(tmpdir(), "abp-mcp-")));
    bridge.#listener.listen(bridge.#path);
    await once(bridge.#listener, "listening");
    return bridge;
  }

  /** The servers as a work order names them. */
  get servers(): Readonly<Record<string, McpServer>> {
    const entry = (name: string) => ({ command: process.execPath, args: [programPath(), this.#path, name] });
    return Object.fromEntries(this.#names.map((name) => [name, entry(name)]));
  }

  /** Passes on a message that a server sends by itself. */
  deliver(server: string, message: unknown): void {
    for (const [socket, name] of this.#connections) if (name === server) send(socket, message);
  }

  async close(): Promise<void> {
    for (const socket of this.#connections.keys()) socket.destroy();
    this.#listener.close();
    await rm(this.directory, { recursive: true, force: true });
  }

  get #path(): string {
    return join(this.directory, "mcp.sock");
  }

  async #serve(socket: Socket): Promise<void> {
    socket.on("error", () => socket.destroy());
    this.#connections.set(socket, "");
    try {
      for await (const line of readLines(socket, MAX_MESSAGE_BYTES)) this.#receive(socket, readObject(line));
    } catch {
      // The agent ended, or sent what is no message.
    } finally {
      this.#connections.delete(socket);
      socket.destroy();
    }
  }

  /** The first line names the server. */
  #receive(socket: Socket, message: JsonObject | undefined): void {
    if (message === undefined) return;
    const server = this.#connections.get(socket) ?? "";
    if (server !== "") void this.#ask(socket, server, message);
    else this.#connections.set(socket, textMember(message, "server") ?? "");
  }

  async #ask(socket: Socket, server: string, message: JsonObject): Promise<void> {
    const { id } = message;
    try {
      const answer = await this.#channel.request({ subtype: "mcp_message", server_name: server, message });
      const response = answer["mcp_response"];
      // A notification has no answer.
      if (id !== undefined && isObject(response)) send(socket, response);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (id !== undefined)
        send(socket, { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: text } });
    }
  }
}

function send(socket: Socket, message: unknown): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

/** A checkout has the source of the program, an installation its build. */
function programPath(): string {
  const source = fileURLToPath(new URL("./bridge-program.ts", import.meta.url));
  return existsSync(source) ? source : source.replace(/\.ts$/, ".js");
}
