import { describe, expect, it } from "vitest";
import { findAgent } from "../../../agents/index.ts";
import { mockBackend } from "../../../backends/index.ts";
import { AbpError, buildWorkOrder } from "../../../contract/index.ts";
import type { ChooseCalls } from "../../../runner/index.ts";
import { type Candidate, prepareCandidate, type ReadyCandidate, runCandidates } from "./candidates.ts";

const order = buildWorkOrder("00000000-0000-4000-8000-000000000001", "x");
const backend = mockBackend("m");
const ready = (name: string): Candidate => ({ name, backend, order, engine: undefined });

const unmet: ChooseCalls = async (tool, named) => {
  if (named === undefined) throw new AbpError("usage_invalid", `${tool.title} needs a model`);
  return { engine: "speaks", model: named };
};

describe("a backend of a comparison", () => {
  it("gets the order with its model", async () => {
    expect(await prepareCandidate("m", backend, order, undefined, unmet)).toEqual({
      name: "m",
      backend,
      order,
      engine: undefined,
    });
    const given = (await prepareCandidate("m", backend, order, "big", unmet)) as ReadyCandidate;
    expect(given.order).toEqual({ ...order, config: { ...order.config, model: "big" } });
  });

  it("keeps the engine that was chosen for its agent", async () => {
    const agent = { ...backend, agent: findAgent("codex") };
    expect(await prepareCandidate("m", agent, order, "big", unmet)).toMatchObject({ engine: "speaks" });
  });

  it("stays out if it cannot start or has no model, and stops no other", async () => {
    const error = new AbpError("agent_not_installed", "no");
    const missing = { ...backend, findFault: () => error };
    expect(await prepareCandidate("m", missing, order, undefined, unmet)).toEqual({ name: "m", error });
    const demanding = { ...backend, agent: findAgent("kimi") };
    expect(await prepareCandidate("m", demanding, order, undefined, unmet)).toMatchObject({
      name: "m",
      error: { code: "usage_invalid", message: "Kimi Code needs a model" },
    });
    const broken = {
      ...backend,
      findFault: () => {
        throw new Error("odd");
      },
    };
    await expect(prepareCandidate("m", broken, order, undefined, unmet)).rejects.toThrow("odd");
  });
});

describe("the runs of a comparison", () => {
  const fail = (name: string, error: AbpError) => `${name}: ${error.code}: ${error.message}`;
  const { signal } = new AbortController();

  it("go on one after the other, and a failure stops none", async () => {
    const noted: string[] = [];
    const candidates = [
      ready("a"),
      { name: "b", error: new AbpError("agent_not_installed", "no") },
      ready("c"),
      ready("d"),
    ];
    const run = async ({ name }: ReadyCandidate) => {
      noted.push(`${name} begins`);
      await new Promise(setImmediate);
      noted.push(`${name} ends`);
      if (name === "a") throw new Error("odd");
      if (name === "c") throw new AbpError("backend_crashed", "gone");
      return `${name}: fine`;
    };
    expect(await runCandidates(candidates, { run, fail, isParallel: false, signal })).toEqual([
      "a: internal: odd",
      "b: agent_not_installed: no",
      "c: backend_crashed: gone",
      "d: fine",
    ]);
    expect(noted).toEqual(["a begins", "a ends", "c begins", "c ends", "d begins", "d ends"]);
  });

  it("go on at once if that is asked for, and keep their order", async () => {
    const first = Promise.withResolvers<void>();
    const run = async ({ name }: ReadyCandidate) => {
      if (name === "a") await first.promise;
      else first.resolve();
      return name;
    };
    const runs = runCandidates([ready("a"), ready("b")], { run, fail, isParallel: true, signal });
    expect(await runs).toEqual(["a", "b"]);
  });

  it("do not begin after a signal", async () => {
    const stop = new AbortController();
    const run = async ({ name }: ReadyCandidate) => {
      stop.abort("SIGINT");
      return name;
    };
    const options = { run, fail, isParallel: false, signal: stop.signal };
    expect(await runCandidates([ready("a"), ready("b")], options)).toEqual([
      "a",
      "b: run_cancelled: it was not started",
    ]);
  });

  it("keep an error that is not ours as the cause, and give text a message", async () => {
    const fails = (error: unknown) =>
      runCandidates([ready("a")], {
        run: () => Promise.reject(error),
        fail: (_, { message, cause }) => [message, cause],
        isParallel: false,
        signal,
      });
    const odd = new Error("odd");
    expect(await fails(odd)).toEqual([["odd", odd]]);
    expect(await fails("text")).toEqual([["text", "text"]]);
  });
});
