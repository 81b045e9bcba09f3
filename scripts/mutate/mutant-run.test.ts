import { describe, expect, it } from "vitest";
import type { CleanRun } from "./clean-runs.ts";
import type { ImportGraph } from "./import-graph.ts";
import { findMutants } from "./mutant.ts";
import { MutantRun } from "./mutant-run.ts";
import type { StoredResult } from "./result-cache.ts";
import type { RunReply, RunRequest, TestResult } from "./runner-message.ts";

const FILE = "src/a/a.ts";
const SOURCE = "a();";
const [mutant] = findMutants(FILE, SOURCE);
const TESTS = ["src/a/a.test.ts", "src/a/b.test.ts", "src/a/c.test.ts"];
const FOREIGN = "src/b/d.test.ts";

/** What each test does: it answers with a state, or hangs. */
type Behaviour = TestResult["state"];

interface World {
  readonly behaviours?: Record<string, Behaviour>;
  /** Tests that run the mutated code; all unless given. */
  readonly covering?: readonly string[];
  /** Tests that fail without a mutant. */
  readonly broken?: readonly string[];
  readonly cpuMs?: number;
  readonly results?: Map<string, StoredResult>;
}

function openWorld({ behaviours = {}, covering, broken = [], cpuMs = 100, results = new Map() }: World) {
  const graph: ImportGraph = new Map(
    [...TESTS, FOREIGN].map((test) => [test, { imports: [FILE], started: [] }]),
  );
  const texts = new Map([[FILE, SOURCE]]);
  const requests: { readonly tests: readonly string[]; readonly text: string | undefined }[] = [];
  const clean = (test: string): CleanRun => ({ durationMs: 200, cpuMs, covered: { [test]: [] } });
  const run = new MutantRun({
    tree: {
      paths: [],
      readText: (path) => (path === FILE ? SOURCE : path),
      write: (path, text) => void texts.set(path, text),
      restore: (path) => void texts.set(path, SOURCE),
      takeChanged: () => [],
    },
    graph,
    cache: { get: (key) => results.get(key), set: (key, result) => void results.set(key, result) },
    runner: {
      run: async ({ tests }: RunRequest): Promise<RunReply | undefined> => {
        requests.push({ tests, text: texts.get(FILE) });
        return answer(tests, behaviours);
      },
    },
    coverage: { covers: (covered) => covering?.includes(Object.keys(covered)[0]!) ?? true },
    cleanRuns: {
      get: async (test) => clean(test),
      confirm: async (test) => !broken.includes(test),
    },
  });
  return { run, requests, results, texts };
}

/** Runs the tests in order up to the first failure, as the real runner does. */
function answer(tests: readonly string[], behaviours: Record<string, Behaviour>): RunReply | undefined {
  const states = tests.map((test) => behaviours[test] ?? "passed");
  const failure = states.findIndex((state) => state !== "passed");
  if (states[failure] === "timed out") return undefined;
  const results = tests.map((test, index) => ({
    test,
    state: failure !== -1 && index > failure ? ("skipped" as const) : states[index]!,
  }));
  return { results, cpuMs: 1 };
}

describe("MutantRun", () => {
  it("kills a mutant with the nearest test, and runs no other", async () => {
    const { run, requests, texts } = openWorld({ behaviours: { "src/a/a.test.ts": "failed" } });
    expect(await run.test(mutant!)).toMatchObject({ status: "killed", tests: ["src/a/a.test.ts"] });
    expect(requests).toEqual([{ tests: ["src/a/a.test.ts"], text: ";" }]);
    expect(texts.get(FILE)).toBe(SOURCE);
  });

  it("lets a mutant survive that all own tests pass, without asking foreign ones", async () => {
    const { run } = openWorld({ behaviours: { [FOREIGN]: "failed" } });
    expect(await run.test(mutant!)).toMatchObject({ status: "survived", tests: TESTS });
  });

  it("asks foreign tests if no own test runs the code", async () => {
    const { run } = openWorld({ covering: [FOREIGN], behaviours: { [FOREIGN]: "failed" } });
    expect(await run.test(mutant!)).toMatchObject({ status: "killed", tests: [FOREIGN] });
  });

  it("says so when no test runs the code", async () => {
    const { run, requests } = openWorld({ covering: [] });
    expect(await run.test(mutant!)).toMatchObject({ status: "no test", tests: [] });
    expect(requests).toEqual([]);
  });

  it("counts tests that hang as timed out", async () => {
    const { run } = openWorld({ behaviours: { "src/a/b.test.ts": "timed out" } });
    expect((await run.test(mutant!)).status).toBe("timed out");
  });

  it("does not believe a test that fails without a mutant too, and runs the others again", async () => {
    const { run } = openWorld({
      behaviours: { "src/a/b.test.ts": "failed", "src/a/c.test.ts": "failed" },
      broken: ["src/a/b.test.ts"],
    });
    expect(await run.test(mutant!)).toMatchObject({ status: "killed", tests: ["src/a/c.test.ts"] });
  });

  it("stops when the processor time of a mutant is used up", async () => {
    const { run } = openWorld({ cpuMs: 6000 });
    expect((await run.test(mutant!)).tests).toEqual(["src/a/a.test.ts", "src/a/b.test.ts"]);
  });

  it.each([["failed", "killed"] as const, ["passed", "survived"] as const])(
    "runs nothing again that is known to have %s",
    async (state, status) => {
      const behaviours = Object.fromEntries(TESTS.map((test) => [test, state]));
      const { run, results } = openWorld({ behaviours });
      await run.test(mutant!);
      const again = openWorld({ results });
      expect((await again.run.test(mutant!)).status).toBe(status);
      expect(again.requests).toEqual([]);
    },
  );
});
