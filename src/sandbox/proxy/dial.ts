import { connect, type Socket } from "node:net";
import type { Destination } from "./destination.ts";

type Open = (options: { host: string; port: number; allowHalfOpen: true }) => Socket;

const CONNECT_TIMEOUT_MS = 10_000;

/** Connects to the first address that answers. Rejects with the last failure. No name is looked up. */
export async function dial({ addresses, port }: Destination, open: Open = connect): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await dialAddress(open, address, port);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function dialAddress(open: Open, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = open({ host, port, allowHalfOpen: true });
    const timer = setTimeout(
      () => socket.destroy(new Error("the connection took too long")),
      CONNECT_TIMEOUT_MS,
    );
    socket.once("error", reject).once("close", () => clearTimeout(timer));
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", reject);
      resolve(socket);
    });
  });
}
