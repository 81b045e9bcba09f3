import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../lib/index.ts";
import { JsonRpcError, JsonRpcPeer } from "./json-rpc-peer.ts";

interface Fake {
  readonly peer: JsonRpcPeer;
  readonly sent: object[];
  readonly notified: [string, JsonObject][];
}

function fake(onRequest: (method: string, params: JsonObject) => Promise<unknown> = async () => null): Fake {
  const sent: object[] = [];
  const notified: [string, JsonObject][] = [];
  const peer = new JsonRpcPeer({
    send: (message) => void sent.push(message),
    onRequest,
    onNotification: (method, params) => void notified.push([method, params]),
  });
  return { peer, sent, notified };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a request to the other side", () => {
  it("is sent with the version and an id of its own, and resolves with its result", async () => {
    const { peer, sent } = fake();
    const first = peer.request("a", { x: 1 });
    const second = peer.request("b", {});
    expect(sent).toEqual([
      { jsonrpc: "2.0", id: 1, method: "a", params: { x: 1 } },
      { jsonrpc: "2.0", id: 2, method: "b", params: {} },
    ]);
    await peer.receive({ id: 2, result: "second" });
    await peer.receive({ id: 1, result: { first: true } });
    expect(await first).toEqual({ first: true });
    expect(await second).toBe("second");
  });

  it("leaves the version out if the other side has none", () => {
    const sent: object[] = [];
    const handlers = {
      send: (message: object) => void sent.push(message),
      onRequest: async () => 1,
      onNotification: () => undefined,
    };
    const peer = new JsonRpcPeer(handlers, { namesVersion: false });
    void peer.request("a", {});
    peer.notify("b", { y: 2 });
    expect(sent).toEqual([
      { id: 1, method: "a", params: {} },
      { method: "b", params: { y: 2 } },
    ]);
  });

  it("resolves with null if the answer has no result", async () => {
    const { peer } = fake();
    const answer = peer.request("a", {});
    await peer.receive({ id: 1 });
    expect(await answer).toBeNull();
  });

  it("rejects with the error of the answer", async () => {
    const { peer } = fake();
    const answer = peer.request("a", {});
    await peer.receive({ id: 1, error: { code: -5, message: "no", data: [1] } });
    await expect(answer).rejects.toMatchObject({ code: -5, message: "a failed: no", data: [1] });
    await expect(answer).rejects.toBeInstanceOf(JsonRpcError);
  });

  it("rejects with a code and message of our own if the error has none", async () => {
    const { peer } = fake();
    const answer = peer.request("a", {});
    await peer.receive({ id: 1, error: {} });
    await expect(answer).rejects.toMatchObject({ code: -32_603, message: "a failed: no message" });
  });

  it("rejects after its time, and ignores a later answer", async () => {
    const { peer } = fake();
    const answer = peer.request("a", {}, 100);
    const rejection = expect(answer).rejects.toThrow("a got no answer in 100 ms");
    await vi.advanceTimersByTimeAsync(100);
    await rejection;
    await peer.receive({ id: 1, result: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("clears its timer when the answer comes", async () => {
    const { peer } = fake();
    const answer = peer.request("a", {}, 100);
    await peer.receive({ id: 1, result: 1 });
    await answer;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("waits without limit if no time is given", () => {
    const { peer } = fake();
    void peer.request("a", {});
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a message of the other side", () => {
  it("is a notification without an id, which is waited for", async () => {
    const { peer, notified, sent } = fake();
    await peer.receive({ method: "n", params: { a: 1 } });
    await peer.receive({ method: "m", params: [1] });
    expect(notified).toEqual([
      ["n", { a: 1 }],
      ["m", {}],
    ]);
    expect(sent).toEqual([]);
  });

  it("is a request with an id, which is answered without holding up the next message", async () => {
    let answer: (value: unknown) => void = () => undefined;
    const { peer, sent, notified } = fake(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await peer.receive({ id: "x", method: "ask", params: {} });
    await peer.receive({ method: "n" });
    expect(notified).toEqual([["n", {}]]);
    expect(sent).toEqual([]);
    answer({ ok: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ jsonrpc: "2.0", id: "x", result: { ok: true } }]);
  });

  it("is answered with null if the handler returns nothing, also for the id 0", async () => {
    const { peer, sent } = fake(async () => undefined);
    await peer.receive({ id: 0, method: "ask" });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ jsonrpc: "2.0", id: 0, result: null }]);
  });

  it("is answered with an error if the handler throws", async () => {
    const { peer, sent } = fake(async (method) => {
      if (method === "a") throw new JsonRpcError(-32_601, "unknown");
      if (method === "b") throw new Error("broken");
      throw "text";
    });
    for (const [id, method] of ["a", "b", "c"].entries()) await peer.receive({ id, method });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([
      { jsonrpc: "2.0", id: 0, error: { code: -32_601, message: "unknown" } },
      { jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "broken" } },
      { jsonrpc: "2.0", id: 2, error: { code: -32_603, message: "text" } },
    ]);
  });

  it("is refused beyond a thousand requests that are open", async () => {
    const finish: ((value: unknown) => void)[] = [];
    const { peer, sent } = fake(() => new Promise((resolve) => finish.push(resolve)));
    for (let id = 1; id <= 1000; id += 1) await peer.receive({ id, method: "ask" });
    expect(sent).toEqual([]);
    await peer.receive({ id: "more", method: "ask" });
    const error = { code: -32_603, message: "too many requests are open" };
    expect(sent).toEqual([{ jsonrpc: "2.0", id: "more", error }]);
    finish[0]?.(1);
    await vi.advanceTimersByTimeAsync(0);
    await peer.receive({ id: "again", method: "ask" });
    expect(finish.length).toBe(1001);
    await peer.receive({ id: "last", method: "ask" });
    expect(finish.length).toBe(1001);
    expect(sent).toEqual([
      { jsonrpc: "2.0", id: "more", error },
      { jsonrpc: "2.0", id: 1, result: 1 },
      { jsonrpc: "2.0", id: "last", error },
    ]);
  });

  it("is ignored if it answers nothing that was asked", async () => {
    const { peer, sent } = fake();
    await peer.receive({ id: 7, result: 1 });
    await peer.receive({});
    expect(sent).toEqual([]);
  });
});

describe("a closed conversation", () => {
  it("rejects open and later requests with the first reason, and sends nothing", async () => {
    const { peer, sent } = fake();
    const open = peer.request("a", {}, 100);
    peer.close(new Error("it has ended"));
    peer.close(new Error("again"));
    await expect(open).rejects.toThrow("it has ended");
    await expect(peer.request("b", {})).rejects.toThrow("it has ended");
    peer.notify("c", {});
    await peer.receive({ id: 1, method: "d" });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.length).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
