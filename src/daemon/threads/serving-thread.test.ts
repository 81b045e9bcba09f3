import { afterEach, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Report } from "../../server/index.ts";
import { runThread, type ThreadPort, type ThreadServer } from "./serving-thread.ts";
import type { ThreadMessage, ThreadOrder } from "./thread-message.ts";

class FakePort implements ThreadPort {
  readonly posted: ThreadMessage[] = [];
  isClosed = false;
  order: (order: ThreadOrder) => void = () => {
    throw new Error("nobody listens");
  };

  postMessage(message: ThreadMessage): void {
    this.posted.push(message);
  }

  on(_event: "message", listener: (order: ThreadOrder) => void): void {
    this.order = listener;
  }

  close(): void {
    this.isClosed = true;
  }
}

function server(more: Partial<ThreadServer> = {}): ThreadServer {
  return { port: 4711, replaceKeys: () => undefined, stop: async () => undefined, ...more };
}

afterEach(() => {
  process.exitCode = undefined;
});

it("a thread starts its server with its data and tells the port", async () => {
  const port = new FakePort();
  let seen: unknown;
  await runThread(
    async (data) => {
      seen = data;
      return server();
    },
    port,
    { a: 1 },
  );
  expect(seen).toEqual({ a: 1 });
  expect(port.posted).toEqual([{ kind: "ready", port: 4711 }]);
  expect([port.isClosed, process.exitCode]).toEqual([false, undefined]);
});

it("a thread hands new keys to its server, and stops it on order", async () => {
  const port = new FakePort();
  const seen: unknown[] = [];
  const { promise: stopped, resolve: finishStop } = Promise.withResolvers<void>();
  await runThread(
    async () =>
      server({
        replaceKeys: (order) => seen.push(order),
        stop: () => {
          seen.push("stop");
          return stopped;
        },
      }),
    port,
    undefined,
  );
  const order = { kind: "replace_keys", keys: {}, columns: new Map([["ada", 0]]) } as const;
  port.order(order);
  expect(seen).toEqual([order]);
  port.order({ kind: "stop" });
  expect(seen).toEqual([order, "stop"]);
  expect(port.isClosed).toBe(false);
  finishStop();
  await stopped;
  await Promise.resolve();
  expect(port.isClosed).toBe(true);
});

it.each([
  [new AbpError("config_invalid", "bad port", { advice: "take another" }), "config_invalid", "bad port"],
  [new Error("boom"), "internal", "boom"],
  ["a text", "internal", "a text"],
])("a thread that cannot start says why and ends: %s", async (error, code, text) => {
  const port = new FakePort();
  await runThread(
    async () => {
      throw error;
    },
    port,
    undefined,
  );
  expect(port.posted).toEqual([
    expect.objectContaining({ kind: "failed", code, text, advice: expect.any(String) }),
  ]);
  if (AbpError.is(error)) expect(port.posted[0]).toMatchObject({ advice: "take another" });
  expect([port.isClosed, process.exitCode]).toEqual([true, 1]);
});

it("a thread reports failures to the main thread with their stack", async () => {
  const port = new FakePort();
  let report: Report = () => undefined;
  await runThread(
    async (_data, given) => {
      report = given;
      return server();
    },
    port,
    undefined,
  );
  report("a receipt failed", new Error("disk full"));
  report("a call failed", "a text");
  report("odd", Object.assign(new Error("no stack"), { stack: undefined }));
  expect(port.posted.slice(1)).toEqual([
    {
      kind: "report",
      text: "a receipt failed",
      detail: expect.stringMatching(/disk full[\s\S]*serving-thread\.test/),
    },
    { kind: "report", text: "a call failed", detail: "a text" },
    { kind: "report", text: "odd", detail: "no stack" },
  ]);
});

it("a thread whose server cannot stop reports that, and still ends", async () => {
  const port = new FakePort();
  await runThread(async () => server({ stop: () => Promise.reject(new Error("stuck")) }), port, undefined);
  port.order({ kind: "stop" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(port.posted[1]).toMatchObject({ kind: "report", detail: expect.stringContaining("stuck") });
  expect(port.isClosed).toBe(true);
});

it("a program is no thread", async () => {
  await expect(runThread(async () => server(), null, undefined)).rejects.toMatchObject({ code: "internal" });
});
