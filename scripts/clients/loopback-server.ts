import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on loopback, on a port that the system chooses. */
export class LoopbackServer {
  readonly #server: Server;

  private constructor(answer: RequestListener) {
    this.#server = createServer(answer);
  }

  static async open(answer: RequestListener): Promise<LoopbackServer> {
    const loopback = new LoopbackServer(answer);
    loopback.#server.listen(0, "127.0.0.1");
    await once(loopback.#server, "listening");
    return loopback;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends open connections too. */
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
