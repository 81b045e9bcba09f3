import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../lib/index.ts";
import { changesBetween, type Manifest, saveChanges } from "../../../workspace/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const runId = "0199-run";

function manifestOf(root: string, files: Readonly<Record<string, string>>): Manifest {
  mkdirSync(root, { recursive: true });
  const entries = Object.entries(files).map(([rawPath, content]) => {
    writeFileSync(join(root, rawPath), content);
    return { rawPath, type: "file" as const, mode: 0o644, size: content.length, sha256: sha256Hex(content) };
  });
  return { entries, root: "" };
}

/** Saves a run that made `after` of `before`. Returns its workspace. */
async function saveRun(
  before: Record<string, string>,
  after: Record<string, string>,
  below = "",
): Promise<string> {
  const source = join(machine.root, "project");
  const root = join(machine.root, "stage");
  const changes = changesBetween(manifestOf(source, before), manifestOf(root, after));
  const directory = join(machine.env["ABP_HOME"]!, "state", "runs", runId, below);
  mkdirSync(directory, { recursive: true });
  await saveChanges({ stage: { source, root }, changes, directory, signal: new AbortController().signal });
  return source;
}

const lines = "one\ntwo\nthree\nfour\nfive\n";

describe("abp apply", () => {
  it("W32 shows the diffstat and applies to the workspace of the run", async () => {
    const source = await saveRun({ a: "a\n", b: "b\n" }, { a: "A\nAA\n", c: "c\n" });
    const { exit, out, error } = await machine.run(["apply", runId]);
    expect({ exit, error }).toEqual({ exit: 0, error: "" });
    expect(out.split("\n")).toEqual([
      " a | 3 ++-",
      " b | 1 -",
      " c | 1 +",
      " 3 files changed, 3 lines added, 2 lines deleted",
      `applied to ${source}: 2 written, 1 deleted`,
      "",
    ]);
    expect(readFileSync(join(source, "a"), "utf8")).toBe("A\nAA\n");
    expect((await machine.run(["apply", runId])).out).toContain(`${source} has these changes already`);
  });

  it("W32 says with --check what would change, and changes nothing", async () => {
    const source = await saveRun({ a: "a\n" }, { a: "A\n" });
    const { exit, out } = await machine.run(["apply", runId, "--check"]);
    expect(exit).toBe(0);
    expect(out).toContain(`fits ${source}: 1 written\n`);
    expect(readFileSync(join(source, "a"), "utf8")).toBe("a\n");
  });

  it("W32 applies to --root, merged with the edits there", async () => {
    await saveRun({ a: lines }, { a: lines.replace("one", "ONE") });
    manifestOf(join(machine.root, "clone"), { a: lines.replace("five", "FIVE") });
    const { out, error } = await machine.run(["apply", runId, "--root", "clone"]);
    expect(error).toBe("merged with your edits: a\n");
    expect(out).toContain(`applied to ${join(machine.root, "clone")}: 1 merged\n`);
    expect(readFileSync(join(machine.root, "clone", "a"), "utf8")).toBe("ONE\ntwo\nthree\nfour\nFIVE\n");
  });

  it("W32 refuses a conflict, names every file, and changes nothing", async () => {
    const source = await saveRun({ a: "a\n", b: "b\n", c: "c\n" }, { a: "A\n", b: "B\n", c: "C\n" });
    manifestOf(source, { a: "mine\n", b: "mine\n" });
    const { exit, error } = await machine.run(["apply", runId]);
    expect(exit).toBe(1);
    expect(error).toContain(
      "error workspace_conflict: a: the workspace and the run have changed the same lines\n",
    );
    expect(error).toContain("  b the workspace and the run have changed the same lines\n");
    expect(readFileSync(join(source, "c"), "utf8")).toBe("c\n");
  });

  it("prints one JSON document with --json", async () => {
    const source = await saveRun({ a: "a\n" }, { a: "A\n" });
    const { out, error } = await machine.run(["apply", runId, "--json"]);
    expect(error).toBe("");
    expect(JSON.parse(out)).toEqual({
      run_id: runId,
      root: source,
      applied: true,
      already_applied: false,
      complete: true,
      files: [{ path: "a", action: "written" }],
      left_out: [],
      diffstat: { files: [{ path: "a", added: 1, deleted: 1, binary: false }], added: 1, deleted: 1 },
    });
    const checked = await machine.run(["apply", runId, "--json", "--check"]);
    expect(JSON.parse(checked.out)).toMatchObject({ applied: false, already_applied: true });
  });

  describe("of a run that changed files which git ignores", () => {
    it("names --ignored if there is nothing else, and applies them with it", async () => {
      const source = await saveRun({}, { "out.log": "o\n" }, "ignored");
      for (const options of [[], ["--check"], ["--json"]]) {
        const { exit, error } = await machine.run(["apply", runId, ...options]);
        expect(exit).toBe(1);
        expect(error).toContain("patch_not_found");
        expect(error).toContain("the run changed only files that git ignores");
        expect(error).toContain(`abp apply ${runId} --ignored`);
      }
      expect(existsSync(join(source, "out.log"))).toBe(false);
      expect((await machine.run(["apply", runId, "--ignored"])).exit).toBe(0);
      expect(readFileSync(join(source, "out.log"), "utf8")).toBe("o\n");
    });

    it("says beside the others that they are not applied", async () => {
      await saveRun({}, { "out.log": "o\n" }, "ignored");
      const source = await saveRun({ a: "a\n" }, { a: "A\n" });
      const { exit, error } = await machine.run(["apply", runId]);
      expect({ exit, error }).toEqual({
        exit: 0,
        error: `not applied: 1 changed file that git ignores; apply with \`abp apply ${runId} --ignored\`\n`,
      });
      expect(existsSync(join(source, "out.log"))).toBe(false);
      expect((await machine.run(["apply", runId, "--ignored"])).error).toBe("");
    });
  });

  describe("with a patch that is not complete", () => {
    const leftOut = Array.from({ length: 22 }, (_, index) => ({ path: `e\u001b${index}`, reason: "why" }));

    async function saveIncomplete(notes: typeof leftOut): Promise<string> {
      const source = await saveRun({ a: "a\n" }, { a: "A\n" });
      const path = join(machine.env["ABP_HOME"]!, "state", "runs", runId, "changes.json");
      const record = { ...JSON.parse(readFileSync(path, "utf8")), complete: false, leftOut: notes };
      writeFileSync(path, JSON.stringify(record));
      return source;
    }

    it("refuses it, lists what is missing, and changes nothing", async () => {
      const source = await saveIncomplete(leftOut);
      for (const options of [[], ["--check"]]) {
        const { exit, error } = await machine.run(["apply", runId, ...options]);
        expect(exit).toBe(1);
        expect(error).toContain(
          "error workspace_conflict: e\\u{1b}0: the patch is not complete: it lacks a change: why\n",
        );
        expect(error).toContain("  e\\u{1b}21 why\n");
        expect(error).toContain("abp apply RUN --partial");
        expect(error).not.toContain("not in the patch");
        expect(error).not.toContain("warning");
      }
      expect(readFileSync(join(source, "a"), "utf8")).toBe("a\n");
    });

    it("applies it with --partial, warns, and lists the changes outside it", async () => {
      const source = await saveIncomplete(leftOut);
      const { exit, error } = await machine.run(["apply", runId, "--partial"]);
      expect(exit).toBe(0);
      expect(error.split("\n")).toHaveLength(23);
      expect(error).toContain("not in the patch: e\\u{1b}0: why\n");
      expect(error).toContain("not in the patch: e\\u{1b}19: why\n");
      expect(error).toContain("not in the patch: 2 more\n");
      expect(error).toContain("warning the patch is not complete: it lacks changes of files\n");
      expect(readFileSync(join(source, "a"), "utf8")).toBe("A\n");
    });

    it("counts no further changes if all are listed", async () => {
      await saveIncomplete(leftOut.slice(0, 20));
      const { error } = await machine.run(["apply", runId, "--partial"]);
      expect(error).not.toContain("more");
      expect(error.split("\n")).toHaveLength(22);
    });

    it("says so with --json, too", async () => {
      await saveIncomplete(leftOut);
      const { exit, error } = await machine.run(["apply", runId, "--json"]);
      expect(exit).toBe(1);
      expect(error).toContain("workspace_conflict");
      const partial = await machine.run(["apply", runId, "--json", "--partial"]);
      expect(JSON.parse(partial.out)).toMatchObject({ applied: true, complete: false, left_out: leftOut });
      expect(partial.error).toBe("");
    });
  });

  it.each([
    ["a/b", "a/b"],
    ["\u001b[2J", "\\u{1b}[2J"],
  ])("says that %j is no id", async (id, where) => {
    const { exit, error } = await machine.run(["apply", id, "--json"]);
    expect([exit, JSON.parse(error).error]).toEqual([
      1,
      expect.objectContaining({
        code: "patch_not_found",
        message: "this is not the id of a run",
        details: expect.objectContaining({ where }),
      }),
    ]);
  });

  it("does not know a run without a patch, and takes no path for an id", async () => {
    const tooLong = "a".repeat(129);
    for (const id of [
      "0199-none",
      "a".repeat(128),
      "../runs",
      "a/b",
      "..",
      "x/../0199-run",
      "a\n",
      tooLong,
    ]) {
      const { exit, error } = await machine.run(["apply", id]);
      expect(exit).toBe(1);
      expect(error).toContain("error patch_not_found");
      const isId = /^[0-9a-z-]{1,128}$/.test(id) && !id.includes("\n");
      expect(error.includes("this is not the id of a run")).toBe(!isId);
    }
  });
});
