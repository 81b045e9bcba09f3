import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { ask, TestDaemons } from "./fixtures/test-daemon.ts";

let daemons: TestDaemons;
let vendor: Server;
let sockets: Set<Socket>;

beforeEach(async () => {
  daemons = new TestDaemons();
  sockets = new Set();
  vendor = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    const choices = [{ index: 0, message: { role: "assistant", content: "hello" }, finish_reason: "stop" }];
    response.end(JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", choices }));
  });
  vendor.keepAliveTimeout = 0;
  vendor.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await daemons.close();
  vendor.closeAllConnections();
  await new Promise((resolve) => vendor.close(resolve));
});

it("closes its connections to vendors when it stops", async () => {
  const { port } = vendor.address() as AddressInfo;
  const local = { preset: "compatible", base_url: `http://127.0.0.1:${port}/v1`, credential: "none" };
  const daemon = await daemons.start({ engines: { local } });
  expect((await ask(daemon, "local")).status).toBe(200);
  expect(sockets.size).toBe(1);
  await daemons.stopLast();
  await eventually(() => expect(sockets.size).toBe(0));
});
