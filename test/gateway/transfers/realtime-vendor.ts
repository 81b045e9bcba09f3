import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export interface VendorSession {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: WebSocket;
  readonly messages: string[];
  /** The code that the session was closed with; 1006 if it was cut. */
  readonly closed: Promise<number>;
}

/** A vendor on this machine that serves WebSockets. It takes the first subprotocol that is offered. */
export interface RealtimeVendor {
  readonly url: string;
  readonly sessions: readonly VendorSession[];
  /** Told of each message. */
  onMessage: (session: VendorSession, message: string) => void;
  close(): Promise<void>;
}

/** Opens a vendor on a free loopback port. */
export async function openRealtimeVendor(): Promise<RealtimeVendor> {
  const sessions: VendorSession[] = [];
  const server = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket, { url, headers }) => {
    const { promise: closed, resolve } = Promise.withResolvers<number>();
    const session: VendorSession = { target: url ?? "", headers, socket, messages: [], closed };
    socket.on("close", resolve);
    socket.on("message", (data: Buffer) => {
      session.messages.push(data.toString());
      vendor.onMessage(session, data.toString());
    });
    sessions.push(session);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const vendor: RealtimeVendor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    onMessage: () => undefined,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return vendor;
}
