import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";

/** Things on the host that a program inside must not reach. */
export class HostBait {
  readonly #directory: string;
  readonly #servers: readonly Server[];
  readonly workspace: string;
  readonly facts: HostFacts;
  #reached = 0;

  static async place(): Promise<HostBait> {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), "abp-self-test-")));
    const workspace = join(directory, "workspace");
    mkdirSync(workspace);
    const secret = join(directory, "secret");
    writeFileSync(secret, "secret");
    const [tcp, unix] = [createServer(), createServer()];
    const socket = join(workspace, "socket");
    await Promise.all([listening(tcp, 0), listening(unix, socket)]);
    const { port } = tcp.address() as { port: number };
    const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    return new HostBait(directory, workspace, [tcp, unix], {
      secret,
      outside: join(directory, "written"),
      pid: process.pid,
      port,
      addresses: addresses
        .filter(({ family, internal }) => family === "IPv4" && !internal)
        .map(({ address }) => address),
      socket,
      inside: join(workspace, "written"),
    });
  }

  private constructor(directory: string, workspace: string, servers: readonly Server[], facts: HostFacts) {
    this.#directory = directory;
    this.workspace = workspace;
    this.#servers = servers;
    this.facts = facts;
    for (const server of servers) {
      server.on("connection", (socket) => {
        this.#reached += 1;
        socket.destroy();
      });
    }
  }

  /** The connections that servers of the host saw. */
  get reached(): number {
    return this.#reached;
  }

  remove(): void {
    for (const server of this.#servers) server.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

export interface HostFacts {
  readonly secret: string;
  /** A file that does not exist yet, outside the workspace. */
  readonly outside: string;
  readonly pid: number;
  readonly port: number;
  readonly addresses: readonly string[];
  /** A Unix socket in the workspace. */
  readonly socket: string;
  /** A file that does not exist yet, in the workspace. */
  readonly inside: string;
}

function listening(server: Server, where: number | string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, resolve);
  });
}
