import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../../config/index.ts";
import { sha256Hex } from "../../lib/index.ts";
import { changesBetween, type Manifest, saveChanges } from "../../workspace/index.ts";
import { type ApplyWish, applyRun, changesDirectory } from "./apply-run.ts";

const runId = "00000000-0000-4000-8000-000000000001";
const { signal } = new AbortController();

let place: string;
beforeEach(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "abp-apply-")));
  const [source, stage] = [join(place, "allowed/project"), join(place, "stage")];
  const changes = changesBetween(manifestOf(source, "old\n"), manifestOf(stage, "new\n"));
  manifestOf(join(place, "allowed/clone"), "old\n");
  manifestOf(join(place, "secret"), "old\n");
  const directory = changesDirectory(join(place, "runs"), runId);
  mkdirSync(directory, { recursive: true });
  await saveChanges({ stage: { source, root: stage }, changes, directory, signal });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function manifestOf(root: string, content: string): Manifest {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "a"), content);
  const facts = { type: "file" as const, mode: 0o644, size: content.length, sha256: sha256Hex(content) };
  return { entries: [{ rawPath: "a", ...facts }], root: "" };
}

const contentOf = (directory: string) => readFileSync(join(place, directory, "a"), "utf8");

function apply(wish: Partial<ApplyWish> = {}, roots = ["allowed"], anyRoot = false) {
  const config = { runs: { dir: join(place, "runs") } } as Config;
  const rights = { allowedRoots: roots.map((root) => join(place, root)), anyRoot };
  return applyRun({ runId, ...wish }, config, rights, signal);
}

describe("the changes of a submitted run", () => {
  it("are applied to its workspace, or to another allowed root", async () => {
    const { root, report } = await apply();
    expect([root, report.files, contentOf("allowed/project")]).toEqual([
      ...[join(place, "allowed/project"), [{ path: "a", action: "written" }], "new\n"],
    ]);
    expect((await apply()).report.alreadyApplied).toBe(true);
    await apply({ root: join(place, "allowed/clone"), checkOnly: true });
    expect(contentOf("allowed/clone")).toBe("old\n");
    await apply({ root: join(place, "allowed/clone") });
    expect(contentOf("allowed/clone")).toBe("new\n");
  });

  it("are applied to no other directory, unless the key may name any", async () => {
    for (const root of [join(place, "secret"), join(place, "allowed/../secret"), "relative", "/"])
      await expect(apply({ root })).rejects.toMatchObject({ code: "run_source_refused" });
    await expect(apply({}, [])).rejects.toMatchObject({ code: "run_source_refused" });
    expect(contentOf("secret")).toBe("old\n");
    await apply({ root: join(place, "secret") }, [], true);
    expect(contentOf("secret")).toBe("new\n");
  });

  it.each(["../runs", "..", "", "a/b", "a\0", "x".repeat(200), runId.replace("1", "2")])(
    "are not found under the id %j",
    async (id) => {
      await expect(apply({ runId: id })).rejects.toMatchObject({ code: "patch_not_found" });
    },
  );

  it("of ignored files are apart", async () => {
    await expect(apply({ ignored: true })).rejects.toMatchObject({ code: "patch_not_found" });
  });
});
