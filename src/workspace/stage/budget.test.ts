import { spawnSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { Directory } from "../walk/directory.ts";
import { canOverlay, NEEDS_OVERLAY } from "./fixtures/overlay-support.ts";
import { codeOf, pathsOf, StageCase } from "./fixtures/stage-case.ts";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
});
// A million files take long to make and to remove.
const TIME_LIMIT_MS = faultSize(300_000, 3_600_000);
afterEach(() => stageCase.clean(), TIME_LIMIT_MS);

const budget = { maxEntries: 1000, maxBytes: 1_000_000, maxDepth: 100 };

/** Makes directories below each other, whose path no single call could take. */
function makeDeep(levels: number, name: string): void {
  let directory = Directory.open(stageCase.source);
  for (let level = 0; level < levels; level += 1) {
    mkdirSync(directory.place(name));
    const child = directory.child(name);
    directory.close();
    directory = child;
  }
  writeFileSync(directory.place("end"), "end");
  directory.close();
}

describe.each(["copy", "overlay"] as const)("budgets by %s", (method) => {
  beforeEach(async (context) => {
    if (method === "overlay" && !(await canOverlay())) context.skip(NEEDS_OVERLAY);
  });

  it(
    "W08 refuses more entries than permitted, and leaves nothing behind",
    async () => {
      const maxEntries = faultSize(300, 1_000_000);
      for (let index = 0; index < maxEntries; index += 1)
        writeFileSync(join(stageCase.source, `file-${index}`), "");
      const stage = await stageCase.open({ method, budget: { ...budget, maxEntries } });
      expect((await stage.before()).entries).toHaveLength(maxEntries);
      await stage.remove();
      mkdirSync(join(stageCase.source, "one-more"));
      expect(await codeOf(stageCase.open({ method, budget: { ...budget, maxEntries } }))).toBe(
        "workspace_over_budget",
      );
      expect(stageCase.stages()).toEqual([]);
    },
    TIME_LIMIT_MS,
  );

  it("W08 refuses a tree that is deeper than permitted, and stages one that is just not", async () => {
    stageCase.write({ "a/b/c/file": "x" });
    const stage = await stageCase.open({ method, budget: { ...budget, maxDepth: 4 } });
    expect((await stage.before()).entries).toHaveLength(4);
    expect(await codeOf(stageCase.open({ method, budget: { ...budget, maxDepth: 3 } }))).toBe(
      "workspace_over_budget",
    );
    expect(stageCase.stages()).toEqual(["run-1"]);
  });

  it("W08 stages paths that are longer than a path may be, and removes them", async () => {
    const name = "n".repeat(255);
    makeDeep(40, name);
    const stage = await stageCase.open({ method });
    const { entries } = await stage.before();
    expect(entries).toHaveLength(41);
    expect(entries.at(-1)?.rawPath).toHaveLength(40 * 256 + 3);
    expect((await stage.after()).root).toBe((await stage.before()).root);
    expect(await stage.remove()).toEqual([]);
    expect(stageCase.stages()).toEqual([]);
    spawnSync("rm", ["-rf", stageCase.source]);
  });

  it("W07 refuses a sparse file by its apparent size, before it reads it", async () => {
    stageCase.write({ sparse: "" });
    truncateSync(join(stageCase.source, "sparse"), 3_000_000_000_000);
    const opened = stageCase.open({ method, budget });
    if (method === "copy") {
      expect(await codeOf(opened)).toBe("workspace_over_budget");
      expect(stageCase.stages()).toEqual([]);
    } else {
      const stage = await opened;
      expect(await codeOf(stage.before())).toBe("workspace_over_budget");
      expect(await codeOf(stage.after())).toBe("workspace_over_budget");
    }
  });

  it("W08 counts the bytes of all files together", async () => {
    stageCase.write({ a: "12345", "b/c": "12345" });
    const exact = await stageCase.open({ method, budget: { ...budget, maxBytes: 10 } });
    expect(await pathsOf(exact)).toHaveLength(3);
    const tight = stageCase
      .open({ method, budget: { ...budget, maxBytes: 9 } })
      .then((stage) => stage.before());
    expect(await codeOf(tight)).toBe("workspace_over_budget");
  });

  it("applies to the tree after the run as well", async () => {
    stageCase.write({ file: "x" });
    const limits = { maxEntries: 5, maxBytes: 100, maxDepth: 3 };
    const many = await stageCase.open({ method, budget: limits });
    for (const name of ["a", "b", "c", "d", "e", "f"]) writeFileSync(join(many.root, name), "");
    expect(await codeOf(many.after())).toBe("workspace_over_budget");
    const large = await stageCase.open({ method, budget: limits });
    writeFileSync(join(large.root, "large"), "x".repeat(101));
    expect(await codeOf(large.after())).toBe("workspace_over_budget");
    const deep = await stageCase.open({ method, budget: limits });
    mkdirSync(join(deep.root, "a/b/c/d"), { recursive: true });
    expect(await codeOf(deep.after())).toBe("workspace_over_budget");
  });
});

it("W08 does not count what is excluded", async () => {
  stageCase.write({ "big/a": "1", "big/b": "2", "big/c/d": "3", e: "4" });
  const stage = await stageCase.open({
    exclude: ["big"],
    budget: { maxEntries: 1, maxBytes: 1, maxDepth: 1 },
  });
  expect(await pathsOf(stage)).toEqual(["f e"]);
});
