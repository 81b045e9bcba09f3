import { once } from "node:events";
import { createServer, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dial } from "./dial.ts";
import { listen, watched } from "./fixtures/sockets.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sockets that connect or fail when the test says so. */
function openDialer(addresses: readonly string[]) {
  const sockets: Socket[] = [];
  const asked: unknown[] = [];
  const dialled = dial({ host: "a.test", port: 7, addresses }, (options) => {
    asked.push(options);
    const socket = new Socket();
    sockets.push(socket);
    return socket;
  });
  return { dialled, sockets, asked };
}
const turn = () => new Promise((done) => setImmediate(done));

describe("dialling", () => {
  it("connects to the address itself, and stays writable when the other side ends", async () => {
    const port = await listen(createServer((socket) => void socket.end()));
    const socket = watched(await dial({ host: "never.looked-up.test", port, addresses: ["127.0.0.1"] }));
    socket.resume();
    await once(socket, "end");
    expect([socket.writable, vi.getTimerCount()]).toEqual([true, 0]);
  });

  it("takes the first address that answers, and leaves that socket's failures to its owner", async () => {
    const { dialled, sockets, asked } = openDialer(["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
    sockets[0]!.destroy(new Error("refused"));
    await turn();
    sockets[1]!.emit("connect");
    expect(await dialled).toBe(sockets[1]);
    expect(asked).toEqual(["10.0.0.1", "10.0.0.2"].map((host) => ({ host, port: 7, allowHalfOpen: true })));
    expect([sockets[1]!.listenerCount("error"), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it("fails with the last failure", async () => {
    const { dialled, sockets } = openDialer(["10.0.0.1", "10.0.0.2"]);
    sockets[0]!.destroy(new Error("first"));
    await turn();
    sockets[1]!.destroy(new Error("second"));
    await expect(dialled).rejects.toThrow("second");
    await turn();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives each address ten seconds", async () => {
    const { dialled, sockets } = openDialer(["10.0.0.1"]);
    const failure = expect(dialled).rejects.toThrow("the connection took too long");
    await vi.advanceTimersByTimeAsync(9999);
    expect(sockets[0]!.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets[0]!.destroyed).toBe(true);
    await failure;
  });
});
