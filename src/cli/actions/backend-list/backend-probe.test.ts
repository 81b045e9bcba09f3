import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Backend, BackendFacts, RegisteredBackend } from "../../../backends/index.ts";
import { AbpError } from "../../../contract/index.ts";
import { probeBackends } from "./backend-probe.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const facts = { identity: { id: "x" }, capabilities: {} } as unknown as BackendFacts;
const list = (...names: string[]): RegisteredBackend[] =>
  names.map((name) => ({ name, type: "sidecar", backend: { name } as Backend }));
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

function probe(
  names: string[],
  inspect: (backend: Backend, signal: AbortSignal) => Promise<BackendFacts>,
  more: { signal?: AbortSignal; onProgress?: (asking: readonly string[]) => void } = {},
) {
  const signal = new AbortController().signal;
  return probeBackends(list(...names), { inspect, timeoutMs: 10_000, signal, ...more });
}

describe("asking backends", () => {
  it("gives the answer of each in the order of the list, whichever comes first", async () => {
    const states = probe(["a", "b"], async ({ name }) => {
      await new Promise((resolve) => setTimeout(resolve, name === "a" ? 2000 : 1000));
      return facts;
    });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await states).toEqual([
      { name: "a", type: "sidecar", state: "ready", facts },
      { name: "b", type: "sidecar", state: "ready", facts },
    ]);
  });

  it("asks four at a time, and says which", async () => {
    const shown: string[] = [];
    const states = probe(
      ["a", "b", "c", "d", "e"],
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return facts;
      },
      { onProgress: (asking) => shown.push(asking.join("")) },
    );
    await vi.advanceTimersByTimeAsync(500);
    expect(shown.at(-1)).toBe("abcd");
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown).toContain("e");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await states).toHaveLength(5);
    expect(shown.at(-1)).toBe("");
  });

  it("keeps the error of one that fails, and asks the others", async () => {
    const error = new AbpError("sidecar_exited_before_hello", "it ended with code 1");
    const states = await probe(["a", "b", "c"], async ({ name }) => {
      if (name === "a") throw error;
      if (name === "b") throw new Error("odd");
      return facts;
    });
    expect(states).toMatchObject([
      { state: "failed", error },
      { state: "failed", error: { code: "backend_crashed", message: "odd" } },
      { state: "ready" },
    ]);
  });

  it("does not start one that cannot start here, and tells a missing agent from other faults", async () => {
    const fault = (code: "agent_not_installed" | "config_invalid") => new AbpError(code, "no");
    const inspected: string[] = [];
    const backends = [
      { name: "a", findFault: () => fault("agent_not_installed") },
      { name: "b", findFault: () => fault("config_invalid") },
      { name: "c", findFault: () => undefined },
    ] as unknown as Backend[];
    const states = await probeBackends(
      backends.map((backend) => ({ name: backend.name, type: "agent", backend })),
      {
        inspect: async ({ name }) => {
          inspected.push(name);
          return facts;
        },
        timeoutMs: 10_000,
        signal: new AbortController().signal,
      },
    );
    expect(inspected).toEqual(["c"]);
    expect(states).toMatchObject([
      { state: "not_installed", error: { code: "agent_not_installed" } },
      { state: "failed", error: { code: "config_invalid" } },
      { state: "ready" },
    ]);
  });

  it("ends one that takes too long, also one that does not hear its signal", async () => {
    let isAborted = false;
    const states = probe(["polite", "deaf"], async ({ name }, signal) => {
      if (name === "deaf") return new Promise(() => undefined);
      await untilAborted(signal).finally(() => {
        isAborted = true;
      });
      return facts;
    });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await states).toMatchObject([
      { state: "failed", error: { code: "backend_timeout", message: "it did not answer within 10 s" } },
      { state: "failed", error: { code: "backend_timeout" } },
    ]);
    expect(isAborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stops when the user does", async () => {
    const stop = new AbortController();
    const states = probe(["a"], async (_, signal) => untilAborted(signal), { signal: stop.signal });
    stop.abort(new Error("SIGINT"));
    expect(await states).toMatchObject([{ state: "failed" }]);
  });
});
