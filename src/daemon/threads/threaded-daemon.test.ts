import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, receiptOf, statusOf, TestDaemons } from "../fixtures/test-daemon.ts";

let daemons: TestDaemons;

beforeEach(() => {
  daemons = new TestDaemons();
});
afterEach(() => daemons.close());

describe("a daemon with two workers", () => {
  it("answers, and gives the receipt of each run", async () => {
    const daemon = await daemons.start({ gateway: { workers: 2 } });
    for (const engine of ["sim-openai", "sim-claude", "sim-openai", "sim-claude"]) {
      const { run, mode } = await ask(daemon, engine);
      const receipt = (await (await receiptOf(daemon, run)).json()) as Record<string, unknown>;
      expect(receipt).toMatchObject({ meta: { run_id: run }, mode, outcome: "complete" });
    }
  });

  it.each([
    [1, 2],
    [2, 1],
    [2, 2],
  ])("with %i workers keeps its port: a second daemon with %i is refused", async (workers, others) => {
    const daemon = await daemons.start({ gateway: { workers } });
    const port = Number(new URL(daemon.url).port);
    const second = daemons.start({ gateway: { workers: others } }, { port, isPublic: false });
    await expect(second).rejects.toMatchObject({ code: "config_invalid", where: "port" });
    await ask(daemon, "sim");
    if (workers !== others) return;
    await daemons.stopLast();
    const next = await daemons.start({ gateway: { workers: others } }, { port });
    await ask(next, "sim");
  });
});

describe("the keys of a daemon with two workers", () => {
  it("G17: are replaced while it runs", async () => {
    const daemon = await daemons.start({
      keys: { ada: { token: "token-of-a" }, bob: { token: "token-of-b" } },
      gateway: { workers: 2 },
    });
    expect([await statusOf(daemon, "token-of-a"), await statusOf(daemon, "token-of-b")]).toEqual([200, 200]);
    daemon.replaceKeys({
      bob: { token: "token-of-b", engines: [] },
      eve: { token: "token-of-e", engines: [] },
    });
    // Threads hear of it a moment later, each for itself.
    const limit = Date.now() + 20_000;
    let refused = 0;
    while (refused < 8 && Date.now() < limit)
      refused = (await statusOf(daemon, "token-of-a")) === 401 ? refused + 1 : 0;
    expect(refused).toBe(8);
    for (let count = 0; count < 8; count += 1) expect(await statusOf(daemon, "token-of-b")).toBe(200);
    expect(await statusOf(daemon, "token-of-e")).toBe(200);
  });

  it("have limits that count over all threads", async () => {
    const daemon = await daemons.start({
      keys: { ada: { token: "token-of-a", max_concurrent: 1 } },
      gateway: { workers: 2, drain_timeout_secs: 0 },
    });
    const call = (content: string, signal?: AbortSignal) =>
      fetch(`${daemon.url}/v1/chat/completions`, {
        method: "POST",
        headers: {
          authorization: "Bearer token-of-a",
          "content-type": "application/json",
          connection: "close",
        },
        body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content }] }),
        signal: signal ?? null,
      });
    const controller = new AbortController();
    // Another call may have the only place when this one arrives, so it asks until it has it.
    const hold = async (): Promise<Response | undefined> => {
      const answer = await call("sim: delay 600000\nsim: say hello", controller.signal).catch(
        () => undefined,
      );
      return answer?.status === 429 ? await hold() : answer;
    };
    const held = hold();
    // One of the threads has the call; from then on both refuse others.
    const heldStatus = async (): Promise<number> => {
      const answer = await call("sim: say hello");
      await answer.arrayBuffer();
      return answer.status;
    };
    const deadline = performance.now() + 20_000;
    for (let refused = 0; refused < 20; ) {
      refused = (await heldStatus()) === 429 ? refused + 1 : 0;
      expect(performance.now()).toBeLessThan(deadline);
    }
    controller.abort();
    await held;
    while ((await heldStatus()) === 429) expect(performance.now()).toBeLessThan(deadline);
  });
});
