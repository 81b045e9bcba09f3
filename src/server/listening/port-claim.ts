import { type AddressInfo, createServer, type ListenOptions, type Server } from "node:net";
import { AbpError } from "../../contract/index.ts";

/** A port that belongs to the serving threads of this process. */
export interface PortClaim {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * Claims a port for the threads of this process; port 0 claims any that is free. Throws `config_invalid` when another
 * process listens there.
 *
 * The threads share the port with SO_REUSEPORT, which also lets a second daemon of the same user listen there and take
 * part of the calls. Two steps prevent that. The process first takes a lock for the port, which it keeps until
 * `release`: of two daemons that start at the same time one is refused. It then listens on the port without
 * SO_REUSEPORT for a moment, which fails when anything listens there.
 */
export async function claimPort(address: string, port: number): Promise<PortClaim> {
  const chosen = port === 0 ? await probePort(address, 0) : port;
  const lock = await lockPort(address, chosen);
  try {
    await probePort(address, chosen);
  } catch (error) {
    await close(lock);
    throw error;
  }
  return { port: chosen, release: () => close(lock) };
}

/** The error for a port that cannot be listened on. */
export function portUnavailable(address: string, port: number, reason: string, cause: unknown): AbpError {
  return new AbpError("config_invalid", `Cannot listen on ${address}:${port}: ${reason}`, {
    where: "port",
    advice: "Choose another `bind_address` or `port`, or stop the program that listens there.",
    cause,
  });
}

// Linux's abstract sockets have the life of their process and, like ports, belong to a network namespace. Elsewhere
// there are none; there two daemons that start at the very same moment are not told apart.
async function lockPort(address: string, port: number): Promise<Server | undefined> {
  if (process.platform !== "linux") return undefined;
  return listen({ path: `\0agent-backplane/${address}:${port}` }).catch((error: unknown) => {
    throw portUnavailable(address, port, "another daemon uses this port", error);
  });
}

async function probePort(address: string, port: number): Promise<number> {
  const probe = await listen({ host: address, port }).catch((error: Error) => {
    throw portUnavailable(address, port, error.message, error);
  });
  const { port: found } = probe.address() as AddressInfo;
  await close(probe);
  return found;
}

function listen(options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once("error", reject);
    server.listen(options, () => resolve(server));
  });
}

function close(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (server === undefined) resolve();
    else server.close(() => resolve());
  });
}
