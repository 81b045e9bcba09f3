import type { Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatSocksReply, readSocksRequest } from "./socks.ts";

let client: Duplex;
let reading: ReturnType<typeof readSocksRequest>;
let sent: Buffer;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [near, far] = duplexPair();
  client = near;
  sent = Buffer.alloc(0);
  near.on("data", (chunk: Buffer) => {
    sent = Buffer.concat([sent, chunk]);
  });
  reading = readSocksRequest(far as Socket);
});
afterEach(() => {
  vi.useRealTimers();
});

const turn = () => new Promise((done) => setImmediate(done));
async function send(...bytes: (number | string)[]): Promise<void> {
  client.write(
    Buffer.concat(bytes.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part])))),
  );
  await turn();
}
const refusal = (code: number) => [5, 0, 5, code, 0, 1, 0, 0, 0, 0, 0, 0];

describe("a SOCKS client", () => {
  it("is answered for each step, in whatever pieces its bytes come", async () => {
    const bytes = [5, 2, 9, 0, 5, 1, 0, 3, 6, 0x61, 0x2e, 0x74, 0x65, 0x73, 0x74, 0x12, 0x34];
    for (const byte of bytes.slice(0, 3)) await send(byte);
    expect([...sent]).toEqual([]);
    await send(bytes[3]!);
    expect([...sent]).toEqual([5, 0]);
    for (const byte of bytes.slice(4)) await send(byte);
    expect(await reading).toEqual({ host: "a.test", port: 0x1234 });
    expect([...sent]).toEqual([5, 0]);
  });

  it("may send all at once, and what follows stays in the socket", async () => {
    const [near, far] = duplexPair();
    near.write(Buffer.from([5, 1, 0, 5, 1, 0, 1, 10, 20, 30, 40, 0, 80, 0x78]));
    expect(await readSocksRequest(far as Socket)).toEqual({ host: "10.20.30.40", port: 80 });
    expect(far.read().toString()).toBe("x");
  });

  it("may name an address of version 6", async () => {
    await send(5, 1, 0);
    await send(5, 1, 0, 4, 0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xab, 0xcd, 1, 187);
    expect(await reading).toEqual({ host: "[2001:db8:0:0:0:0:0:abcd]", port: 443 });
  });

  it("is refused if it wants a password", async () => {
    await send(5, 1, 2, 0);
    expect(await reading).toBeUndefined();
    expect([[...sent], client.readableEnded]).toEqual([[5, 255], true]);
  });

  it.each([
    ["another command", [5, 2, 0, 1, 1, 2, 3, 4, 0, 80], 7],
    ["another type of address", [5, 1, 0, 2, 0, 0], 8],
    ["another version", [4, 1, 0, 1, 1, 2, 3, 4, 0, 80], 8],
  ])("is refused with the reply for %s", async (_, bytes, code) => {
    await send(5, 1, 0);
    await send(...bytes);
    expect(await reading).toBeUndefined();
    expect([[...sent], client.readableEnded]).toEqual([refusal(code), true]);
  });

  it("is given up if it ends early", async () => {
    await send(5);
    client.end();
    expect(await reading).toBeUndefined();
    expect([...sent]).toEqual([]);
  });

  it("has ten seconds for each step", async () => {
    const settled = vi.fn();
    void reading.then(settled);
    await vi.advanceTimersByTimeAsync(9999);
    await send(5, 1, 0);
    await vi.advanceTimersByTimeAsync(9999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(undefined);
  });

  it("may name a host of 255 characters", async () => {
    await send(5, 255, ...Array<number>(255).fill(0));
    const name = "a".repeat(255);
    await send(5, 1, 0, 3, 255, name, 0, 80);
    expect(await reading).toEqual({ host: name, port: 80 });
  });
});

it("a reply names no address", () => {
  expect([...formatSocksReply(4)]).toEqual(refusal(4).slice(2));
});
