import { describe, expect, it } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import type { StageRequest } from "../../workspace/index.ts";
import { order } from "../fixtures/start-run.ts";
import { compileRunPolicy } from "./policy.ts";
import { type Staging, stageWorkspace } from "./stage.ts";

const staging: Staging = {
  runId: "r",
  order: order({ workspace: { root: ".", mode: "staged", include: ["a"], exclude: ["b"] } }),
  source: "/repo",
  policy: compileRunPolicy({ ...openPolicy(), deny_read: ["x"] }, [], { root: "/repo", home: "/" }),
  settings: [{ path: ".agent" }],
  stagesDir: "/stages",
  budget: undefined,
  method: undefined,
  signal: new AbortController().signal,
};

async function request(more: Partial<Staging> = {}): Promise<StageRequest> {
  let given: StageRequest | undefined;
  const stage = {} as never;
  const opened = stageWorkspace({ ...staging, ...more }, async (one) => {
    given = one;
    return stage;
  });
  await expect(opened).resolves.toBe(stage);
  return given!;
}

describe("the stage of a run", () => {
  it("is made as the order says, without what the policy denies", async () => {
    const { isDenied, ...rest } = await request();
    expect(rest).toStrictEqual({
      runId: "r",
      root: "/repo",
      mode: "staged",
      include: ["a"],
      exclude: ["b"],
      settings: [{ path: ".agent" }],
      stagesDir: "/stages",
      budget: { maxEntries: 1_000_000, maxBytes: 17_179_869_184, maxDepth: 256 },
      signal: staging.signal,
    });
    expect([isDenied?.("x", undefined), isDenied?.("y", undefined)]).toEqual(["deny_read[0]", undefined]);
  });

  it("has the limits and the method of the caller", async () => {
    const budget = { maxEntries: 1, maxBytes: 2, maxDepth: 3 };
    expect(await request({ budget, method: "copy" })).toMatchObject({ budget, method: "copy" });
  });

  it("needs a directory", () => {
    expect(() => stageWorkspace({ ...staging, stagesDir: undefined }, async () => ({}) as never)).toThrow(
      expect.objectContaining({
        code: "workspace_init_failed",
        message: "the run has no directory for stages",
        advice: "Pass `workspaceDir` to the run.",
      }),
    );
  });
});
