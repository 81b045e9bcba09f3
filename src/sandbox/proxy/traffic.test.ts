import { once } from "node:events";
import { Socket } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import type { PolicyDecisionRecord } from "../../contract/index.ts";
import { DecisionLog } from "./decision-log.ts";
import { socketPair, textOf } from "./fixtures/sockets.ts";
import { Traffic } from "./traffic.ts";

let records: PolicyDecisionRecord[];
beforeEach(() => {
  records = [];
});

const openTraffic = (more: Partial<ConstructorParameters<typeof Traffic>[0]> = {}) =>
  new Traffic(
    { maxBytes: 1000, maxSockets: 10, idleMs: 5000, ...more },
    new DecisionLog(
      (record) => records.push(record),
      () => new Date(0),
    ),
  );

describe("the sockets of a proxy", () => {
  it("are destroyed when they are idle or fail", async () => {
    const traffic = openTraffic();
    const [idle, failing] = [new Socket(), new Socket()];
    expect([idle, failing].map((socket) => traffic.add(socket))).toEqual([true, true]);
    expect(idle.timeout).toBe(5000);
    idle.emit("timeout");
    failing.emit("error", new Error("reset"));
    expect([idle.destroyed, failing.destroyed]).toEqual([true, true]);
  });

  it("are refused and destroyed at their limit, until one is closed", async () => {
    const traffic = openTraffic({ maxSockets: 2 });
    const sockets = [new Socket(), new Socket(), new Socket(), new Socket()];
    expect(sockets.slice(0, 3).map((socket) => traffic.add(socket))).toEqual([true, true, false]);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false]);
    expect(sockets[2]!.timeout).toBeUndefined();
    sockets[0]!.destroy();
    await once(sockets[0]!, "close");
    expect(traffic.add(sockets[3]!)).toBe(true);
  });

  it("do not throw if one fails after it was refused", () => {
    const socket = new Socket();
    expect(openTraffic({ maxSockets: 0 }).add(socket)).toBe(false);
    socket.emit("error", new Error("reset"));
  });

  it("are destroyed with the proxy, and none is taken after that", () => {
    const traffic = openTraffic();
    const [before, after] = [new Socket(), new Socket()];
    traffic.add(before);
    traffic.close();
    expect([before.destroyed, traffic.isOpen]).toEqual([true, false]);
    expect([traffic.add(after), after.destroyed]).toEqual([false, true]);
    expect(records).toEqual([]);
  });
});

describe("the bytes of a proxy", () => {
  it("P21 may be as many as the limit; one more ends all connections and is recorded once", () => {
    const traffic = openTraffic();
    const socket = new Socket();
    traffic.add(socket);
    traffic.spend(600);
    traffic.spend(400);
    expect([traffic.isOpen, socket.destroyed, records]).toEqual([true, false, []]);
    traffic.spend(1);
    traffic.spend(1);
    expect([traffic.isOpen, socket.destroyed]).toEqual([false, true]);
    expect(records).toEqual([
      {
        ts: "1970-01-01T00:00:00.000Z",
        operation: "connect",
        verdict: "denied",
        subject: "network",
        rule: "network.byte_budget",
        reason: "The connections carried more than 1000 bytes together.",
      },
    ]);
  });

  it("are counted in both directions", async () => {
    const traffic = openTraffic({ maxBytes: 8 });
    const [[client, near], [far, server]] = [await socketPair(), await socketPair()];
    traffic.join(near, far);
    client.write("12345");
    expect((await once(server, "data")).toString()).toBe("12345");
    server.write("123");
    expect((await once(client, "data")).toString()).toBe("123");
    expect(traffic.isOpen).toBe(true);
    traffic.spend(1);
    expect(traffic.isOpen).toBe(false);
  });
});

describe("joined sockets", () => {
  it("pass the end of one side on, and carry the other direction until its own end", async () => {
    const [[client, near], [far, server]] = [await socketPair(), await socketPair()];
    openTraffic().join(near, far);
    const [sent, answered] = [textOf(server), textOf(client)];
    client.end("question");
    expect(await sent).toBe("question");
    server.end("answer");
    expect(await answered).toBe("answer");
  });

  it("are both destroyed if one fails", async () => {
    for (const fails of [0, 1]) {
      const [[, near], [far]] = [await socketPair(), await socketPair()];
      const traffic = openTraffic();
      for (const socket of [near, far]) traffic.add(socket);
      traffic.join(near, far);
      const [broken, other] = fails === 0 ? [near, far] : [far, near];
      const closed = once(other, "close");
      broken.destroy();
      await closed;
    }
  });

  it("are left as they are when the copy between them is stopped", async () => {
    const traffic = openTraffic();
    const [[client, near], [far, server]] = [await socketPair(), await socketPair()];
    const before = [near, far].flatMap((socket) =>
      ["data", "close"].map((name) => socket.listenerCount(name)),
    );
    const stop = traffic.copy(near, far);
    client.write("one");
    expect((await once(server, "data")).toString()).toBe("one");
    stop();
    const after = [near, far].flatMap((socket) =>
      ["data", "close"].map((name) => socket.listenerCount(name)),
    );
    expect(after).toEqual(before);
    client.write("two");
    near.resume();
    expect((await once(near, "data")).toString()).toBe("two");
    const closed = once(near, "close");
    near.destroy();
    await closed;
    expect(far.destroyed).toBe(false);
    traffic.spend(997);
    expect(traffic.isOpen).toBe(true);
  });
});
