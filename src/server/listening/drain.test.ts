import { createServer } from "node:http";
import { connect, type Server as NetServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { type FakeContext, fakeContext } from "../../../test/server/fake-context.ts";
import type { OpenCall } from "../../gateway/index.ts";
import type { HttpConnection } from "../http/http-connection.ts";
import { type DrainedServer, drain } from "./drain.ts";

class FakeSockets {
  size = 0;
  readonly told: string[] = [];

  drain(): void {
    this.told.push("drain");
  }

  abandon(): void {
    this.told.push("abandon");
    this.size = 0;
  }
}

interface FakeConnection {
  readonly exchanges: { abandon(): void }[];
  isUpgraded: boolean;
  readonly socket: { destroySoon(): void };
  readonly told: string[];
}

let context: FakeContext;
let http: ReturnType<typeof createServer>;
let connections: Set<FakeConnection>;
let sockets: FakeSockets;
let isDone: boolean;

beforeEach(() => {
  context = fakeContext({ drain_timeout_secs: 10 });
  http = createServer();
  connections = new Set();
  sockets = new FakeSockets();
  isDone = false;
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function connection(exchanges: number, isUpgraded = false): FakeConnection {
  const told: string[] = [];
  const made: FakeConnection = {
    told,
    isUpgraded,
    socket: { destroySoon: () => told.push("destroySoon") },
    exchanges: [],
  };
  for (let count = 0; count < exchanges; count += 1) {
    const exchange = {
      abandon: () => {
        told.push("abandon");
        made.exchanges.splice(made.exchanges.indexOf(exchange), 1);
      },
    };
    made.exchanges.push(exchange);
  }
  connections.add(made);
  return made;
}

async function startDraining(): Promise<void> {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server = { context, http, connections, sockets } as unknown as DrainedServer;
  void drain(server).then(() => {
    isDone = true;
  });
}

/** Lets time pass, on the fake clock. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** Waits for the end of draining, for which real sockets have to close. */
const drained = () => eventually(() => expect(isDone).toBe(true));

function call(more: Partial<OpenCall>): OpenCall & { left: string[] } {
  const left: string[] = [];
  return { runId: "r", leave: (reason) => left.push(reason), recorded: Promise.resolve(), left, ...more };
}

const ada = {
  name: "ada",
  tenant: "t",
  owner: "key:ada",
  roles: ["caller"] as const,
  isOnlyKey: false,
  readsUnowned: false,
  mode: undefined,
  mayUse: () => true,
  maxConcurrent: 9,
};

describe("draining", () => {
  it("ends at once when nothing is under way", async () => {
    await startDraining();
    expect(context.isDraining).toBe(true);
    expect(sockets.told[0]).toBe("drain");
    await drained();
    expect([http.listening, context.clock.isStopped]).toEqual([false, true]);
  });

  it("accepts no more connections, and waits for the exchanges under way", async () => {
    const busy = connection(1);
    await startDraining();
    expect(http.listening).toBe(false);
    await pass(9000);
    expect([isDone, busy.told]).toEqual([false, []]);
    busy.exchanges.length = 0;
    await pass(25);
    await drained();
    expect(busy.told).toContain("destroySoon");
    expect(busy.told).not.toContain("abandon");
  });

  it("closes idle connections, and leaves WebSockets to their server", async () => {
    const idle = connection(0);
    const upgraded = connection(0, true);
    const busy = connection(1);
    await startDraining();
    expect([idle.told, upgraded.told, busy.told]).toEqual([["destroySoon"], [], []]);
    busy.exchanges.length = 0;
    await pass(25);
  });

  it("abandons the exchanges that are still under way at the deadline", async () => {
    const busy = connection(2);
    await startDraining();
    await pass(9990);
    expect([isDone, busy.told]).toEqual([false, []]);
    await pass(50);
    expect(busy.told).toEqual(["abandon", "abandon"]);
    await drained();
  });

  it("waits for WebSockets, and abandons them at the deadline", async () => {
    sockets.size = 1;
    await startDraining();
    await pass(9990);
    expect([isDone, sockets.told]).toEqual([false, ["drain"]]);
    await pass(50);
    expect(sockets.told).toEqual(["drain", "abandon"]);
    await drained();
  });

  it("waits for work in the background, which is not left when it ends in time", async () => {
    const work = Promise.withResolvers<void>();
    const background = call({ background: work.promise });
    context.slots.take(ada);
    context.finished.add(ada, background);
    await startDraining();
    await pass(9000);
    expect(isDone).toBe(false);
    work.resolve();
    await pass(25);
    await drained();
    expect(background.left).toEqual([]);
  });

  it("stops work in the background at the deadline, and waits for its receipt", async () => {
    const receipt = Promise.withResolvers<void>();
    const background = call({ background: new Promise(() => undefined), recorded: receipt.promise });
    context.slots.take(ada);
    context.finished.add(ada, background);
    await startDraining();
    await pass(10_050);
    expect([isDone, background.left]).toEqual([false, ["shutting_down"]]);
    receipt.resolve();
    await drained();
  });

  it("waits for the receipts of the calls that ended meanwhile", async () => {
    const receipt = Promise.withResolvers<void>();
    const busy = connection(1);
    await startDraining();
    context.slots.take(ada);
    context.finished.add(ada, call({ recorded: receipt.promise }));
    busy.exchanges.length = 0;
    await pass(1000);
    expect(isDone).toBe(false);
    receipt.resolve();
    await drained();
  });

  it("waits until the sockets have closed", async () => {
    vi.useRealTimers();
    const accepted = Promise.withResolvers<Socket>();
    (http as NetServer).on("connection", accepted.resolve);
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const client = connect((http.address() as { port: number }).port, "127.0.0.1");
    client.on("error", () => undefined);
    const socket = await accepted.promise;
    const server = { context, http, connections: new Set<HttpConnection>(), sockets };
    void drain(server as unknown as DrainedServer).then(() => {
      isDone = true;
    });
    await pass(20_000);
    expect(isDone).toBe(false);
    socket.destroy();
    client.destroy();
    vi.useRealTimers();
    await eventually(() => expect(isDone).toBe(true));
  });
});
