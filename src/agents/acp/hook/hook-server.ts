import { randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { JsonObject } from "../../../lib/index.ts";
import type { ToolDecision } from "../../../sidecar/index.ts";
import { readAgentLine } from "../../host/agent-line.ts";

/** A question of a hook is at most this long. A longer one is denied. */
const MAX_QUESTION_CHARACTERS = 8 * 1024 * 1024;
const SECRET_BYTES = 32;

/** Decides on the tool that a hook describes in its agent's own words. */
export type HookListener = (question: JsonObject) => Promise<ToolDecision>;

/**
 * Answers the hooks of one agent, which `hosts/hooks/ask.js` sends over a port of the loopback address: a sandbox permits no Unix
 * socket. The port and a secret are in a file that only the owner can read. A question without the secret gets no answer.
 */
export class HookServer {
  readonly #server: Server;
  readonly #secret = randomBytes(SECRET_BYTES).toString("hex");
  readonly #sockets = new Set<Socket>();

  /** Listens, and says where in a directory, which it makes. */
  static async open(directory: string, listener: HookListener): Promise<HookServer> {
    const server = new HookServer(listener);
    await new Promise<void>((resolve, reject) => {
      server.#server.once("error", reject);
      server.#server.listen(0, "127.0.0.1", resolve);
    });
    try {
      await server.#announce(directory);
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  private constructor(listener: HookListener) {
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
  }

  async #announce(directory: string): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const { port } = this.#server.address() as AddressInfo;
    const place = { port, secret: this.#secret };
    await writeFile(join(directory, "address.json"), JSON.stringify(place), { mode: 0o600 });
  }

  async #serve(socket: Socket, listener: HookListener): Promise<void> {
    let answer: ToolDecision;
    try {
      const text = await readAll(socket);
      if (!this.#isKnown(text.slice(0, SECRET_BYTES * 2))) return void socket.destroy();
      const question = readAgentLine(text.slice(SECRET_BYTES * 2));
      if (question === undefined) throw new Error("the hook did not send a JSON object");
      answer = await listener(question);
    } catch (error) {
      answer = { verdict: "deny", reason: error instanceof Error ? error.message : String(error) };
    }
    if (!socket.destroyed) socket.end(JSON.stringify(answer));
  }

  #isKnown(secret: string): boolean {
    const given = Buffer.from(secret);
    const own = Buffer.from(this.#secret);
    return given.length === own.length && timingSafeEqual(given, own);
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
