import { once } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import type { PolicyDecisionRecord } from "../../contract/index.ts";
import { DecisionLog } from "./decision-log.ts";
import type { Destination } from "./destination.ts";
import { socketPair } from "./fixtures/sockets.ts";
import { Traffic } from "./traffic.ts";
import { openTunnel } from "./tunnel.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A tunnel with its client and its server. */
async function open(host = "a.test", port = 8080) {
  const [[client, near], [far, server]] = [await socketPair(), await socketPair()];
  const records: PolicyDecisionRecord[] = [];
  const log = new DecisionLog(
    (record) => records.push(record),
    () => new Date(0),
  );
  const traffic = new Traffic({ maxBytes: 1e9, maxSockets: 9, idleMs: 60_000 }, log);
  for (const socket of [near, far]) traffic.add(socket);
  const served: [Socket, Destination][] = [];
  const destination = { host, port, addresses: ["10.0.0.1"] };
  const opened = openTunnel(near, far, destination, {
    traffic,
    log,
    serveHttp: (socket, to) => served.push([socket, to]),
  });
  return { client, near, far, server, records, served, opened, destination };
}

const received = async (socket: Socket) => ((await once(socket, "data")) as [Buffer])[0].toString("latin1");

/** A ClientHello that names a server, or none. */
function hello(name: string | undefined): Buffer {
  const text = Buffer.from(name ?? "", "latin1");
  const entry = Buffer.concat([Buffer.from([0, 0, text.length]), text]);
  const extension = Buffer.concat([Buffer.from([0, 0, 0, entry.length + 2, 0, entry.length]), entry]);
  const extensions =
    name === undefined ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0, extension.length]), extension]);
  const body = Buffer.concat([Buffer.alloc(34), Buffer.from([0, 0, 2, 0, 1, 1, 0]), extensions]);
  return Buffer.concat([Buffer.from([0x16, 3, 1, 0, body.length + 4, 1, 0, 0, body.length]), body]);
}

describe("a tunnel", () => {
  it.each([
    ["other bytes", Buffer.from("\x01binary"), "a.test", 8080],
    ["a word in lower case", Buffer.from("hello there"), "a.test", 8080],
    ["a long word in upper case", Buffer.from("A".repeat(24)), "a.test", 8080],
    ["TLS for its host", hello("a.test"), "a.test", 443],
    ["TLS for its host, spelled otherwise", hello("A.Test."), "a.test", 443],
    ["TLS without a name to an address", hello(undefined), "10.0.0.1", 443],
    ["TLS without a name to an address of version 6", hello(undefined), "fd00::1", 443],
  ] as const)("carries %s both ways", async (_, bytes, host, port) => {
    const { client, server, opened, records, served } = await open(host, port);
    client.write(bytes);
    expect(await received(server)).toBe(bytes.toString("latin1"));
    await opened;
    server.write("answer");
    expect(await received(client)).toBe("answer");
    client.write("more");
    expect(await received(server)).toBe("more");
    expect([records, served, vi.getTimerCount()]).toEqual([[], [], 0]);
  });

  it.each([
    [
      "other bytes on port 443",
      Buffer.from("\x01"),
      "a.test",
      443,
      "network.not_tls",
      "port 443 must speak TLS",
    ],
    [
      "plain HTTP on port 443",
      Buffer.from("GET / HTTP/1.1\r\n"),
      "a.test",
      443,
      "network.not_tls",
      "port 443 must speak TLS",
    ],
    [
      "TLS for another host",
      hello("b.test"),
      "a.test",
      443,
      "network.server_name_mismatch",
      "TLS asks for another server name",
    ],
    [
      "TLS for another host on another port",
      hello("b.test"),
      "a.test",
      8080,
      "network.server_name_mismatch",
      "TLS asks for another server name",
    ],
    [
      "TLS for a host whose name contains it",
      hello("x.a.test"),
      "a.test",
      443,
      "network.server_name_mismatch",
      "TLS asks for another server name",
    ],
    [
      "TLS without a name to a host",
      hello(undefined),
      "a.test",
      443,
      "network.server_name_mismatch",
      "TLS asks for another server name",
    ],
    [
      "TLS without a name to a host that begins like an address",
      hello(undefined),
      "1.1.test",
      443,
      "network.server_name_mismatch",
      "TLS asks for another server name",
    ],
    [
      "TLS with a name to an address",
      hello("a.test"),
      "10.0.0.1",
      443,
      "network.server_name_mismatch",
      "TLS asks for another server name",
    ],
    [
      "broken TLS",
      Buffer.from([0x16, 9, 9, 9, 9]),
      "a.test",
      8080,
      "network.malformed_tls",
      "the start of TLS cannot be read",
    ],
  ] as const)("P18 refuses %s", async (_, bytes, host, port, rule, reason) => {
    const { client, server, near, far, opened, records, served } = await open(host, port);
    const closed = Promise.all([client, server].map((socket) => once(socket.resume(), "close")));
    for (const socket of [client, server]) socket.once("end", () => socket.end());
    client.write(bytes);
    await opened;
    await closed;
    expect([near.destroyed, far.destroyed, served]).toEqual([true, true, []]);
    expect(server.bytesRead).toBe(0);
    const subject = `${host}:${port}`;
    expect(records).toMatchObject([{ verdict: "denied", subject, rule, reason: `'${subject}': ${reason}` }]);
  });

  it.each(["GET / HTTP/1.1\r\n", "M-SEARCH * HTTP/1.1\r\n", `${"A".repeat(23)} /`])(
    "P18 gives plain HTTP to the server of requests, and closes its own connection: %j",
    async (text) => {
      const { client, near, far, opened, served, destination, records } = await open();
      for (const sign of [text.slice(0, 2), text.slice(2)]) client.write(sign);
      await opened;
      expect(served).toEqual([[near, destination]]);
      expect([near.destroyed, far.destroyed, records]).toEqual([false, true, []]);
      if (!far.closed) await once(far, "close");
      await new Promise((done) => setImmediate(done));
      expect(near.destroyed).toBe(false);
    },
  );

  it("waits for as many bytes as a method or the start of TLS may need", async () => {
    for (const [first, rest] of [
      [Buffer.from("GE"), Buffer.from("T / HTTP/1.1\r\n")],
      [hello("a.test").subarray(0, 20), hello("a.test").subarray(20)],
    ] as const) {
      const { client, near, opened, server, served } = await open();
      const settled = vi.fn();
      void opened.then(settled);
      client.write(first);
      await eventually(() => expect(near.bytesRead).toBe(first.length));
      await new Promise((done) => setImmediate(done));
      expect([settled.mock.calls.length, server.bytesRead]).toEqual([0, 0]);
      client.write(rest);
      await opened;
      expect(served.length).toBe(first[0] === 0x16 ? 0 : 1);
    }
  });

  it("carries what the server says first", async () => {
    const { client, server } = await open();
    server.write("220 hello");
    expect(await received(client)).toBe("220 hello");
  });

  it("closes both sides if the client ends before it speaks", async () => {
    const { client, near, far, opened, records } = await open();
    client.end();
    await opened;
    expect([near.destroyed, far.destroyed, records]).toEqual([true, true, []]);
  });

  it("gives a client on port 443 fifteen seconds for the start of TLS, and others any time", async () => {
    const { near, opened } = await open("a.test", 443);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(near.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await opened;
    expect(near.destroyed).toBe(true);
    await open();
    expect(vi.getTimerCount()).toBe(0);
  });
});
