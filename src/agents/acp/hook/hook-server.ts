import { closeSync, openSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { JsonObject } from "../../../lib/index.ts";
import type { ToolDecision } from "../../../sidecar/index.ts";
import { readAgentLine } from "../../host/agent-line.ts";

/** A question of a hook is at most this long. A longer one is denied. */
const MAX_QUESTION_CHARACTERS = 8 * 1024 * 1024;

/** Decides on the tool that a hook describes in its agent's own words. */
export type HookListener = (question: JsonObject) => Promise<ToolDecision>;

/** Answers the hooks of one agent, which `hosts/hooks/ask.js` connects with a socket in a private directory. */
export class HookServer {
  readonly #server: Server;
  readonly #directory: number;
  readonly #sockets = new Set<Socket>();

  /** Listens in a directory, which it makes. */
  static async open(directory: string, listener: HookListener): Promise<HookServer> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await rm(join(directory, "ask.sock"), { force: true });
    const server = new HookServer(openSync(directory, "r"), listener);
    await new Promise<void>((resolve, reject) => {
      server.#server.once("error", reject);
      // Leads to the directory by a short path: the path of a socket is limited to about 100 bytes.
      server.#server.listen(`/proc/self/fd/${server.#directory}/ask.sock`, resolve);
    });
    return server;
  }

  private constructor(directory: number, listener: HookListener) {
    this.#directory = directory;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
      // A hook that its agent has ended does not want an answer any more.
      socket.on("error", () => socket.destroy());
      void this.#serve(socket, listener);
    });
  }

  /** Ends open questions without an answer, which denies them. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    closeSync(this.#directory);
  }

  async #serve(socket: Socket, listener: HookListener): Promise<void> {
    let answer: ToolDecision;
    try {
      const question = readAgentLine(await readAll(socket));
      if (question === undefined) throw new Error("the hook did not send a JSON object");
      answer = await listener(question);
    } catch (error) {
      answer = { verdict: "deny", reason: error instanceof Error ? error.message : String(error) };
    }
    if (!socket.destroyed) socket.end(JSON.stringify(answer));
  }
}

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8");
  const ended = new Promise<void>((resolve, reject) => {
    socket.once("end", resolve);
    socket.once("close", resolve);
    socket.on("data", (piece: string) => {
      text += piece;
      if (text.length > MAX_QUESTION_CHARACTERS) reject(new Error("the question of the hook is too long"));
    });
  });
  await ended;
  return text;
}
