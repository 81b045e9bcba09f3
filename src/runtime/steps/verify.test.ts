import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError, type CheckRecord, openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import {
  AgentSettings,
  applyChanges,
  type ManifestEntry,
  type Stage,
  saveChanges,
} from "../../workspace/index.ts";
import { added, entry, FakeWorkspace } from "../fixtures/fake-workspace.ts";
import { DecisionList } from "../gate/decision-list.ts";
import { type VerifyRequest, verifyWorkspace } from "./verify.ts";

let workspace: FakeWorkspace;
beforeEach(() => {
  workspace = new FakeWorkspace();
});
afterEach(() => workspace.close());

const signal = new AbortController().signal;

async function verify(
  more: Partial<Omit<VerifyRequest, "stage">> & { stage?: Partial<Stage> } = {},
  rules: Partial<PolicyProfile> = {},
) {
  const stage = await workspace.parts.openStage({ runId: "r", root: "/repo" } as never);
  return verifyWorkspace(
    {
      runId: "r",
      policy: compilePolicy({ ...openPolicy(), ...rules }),
      decisions: new DecisionList(() => new Date(0)),
      runsDir: workspace.runsDir,
      apply: false,
      signal,
      settings: new AgentSettings([{ path: ".agent" }]),
      hiddenSettings: [],
      ...more,
      stage: { ...stage, ...more.stage },
    },
    workspace.parts,
  );
}

const files: ManifestEntry[] = [
  entry("a", 3),
  entry("b", 4),
  { ...entry("d", 100), type: "directory" },
  { ...entry("l", 100), type: "symlink" },
];

describe("the check of a workspace", () => {
  it("counts files only, and names what was not staged", async () => {
    const { record } = await verify({
      stage: {
        before: async () => ({ entries: files, root: "2".repeat(64) }),
        skipped: [{ path: "pipe", reason: "it is a pipe" }],
        skippedCount: 5,
      },
    });
    expect(record).toStrictEqual({
      isolation: "copy",
      before: "2".repeat(64),
      after: "1".repeat(64),
      files: 2,
      bytes: 7,
      skipped: [{ path: "pipe", reason: "it is a pipe" }],
      skipped_count: 5,
      changes: { added: 0, modified: 0, deleted: 0, renamed: 0, mode_changed: 0 },
      complete: true,
    });
  });

  it.each([
    [0, true],
    [1, false],
  ])(
    "has the result of the check, of which the exit code %d applies the changes: %s",
    async (exit_code, isApplied) => {
      workspace.changes = [added("new")];
      const check: CheckRecord = { command: "test", exit_code, duration_ms: 1, output_tail: "" };
      const found = await verify({ apply: true, check: async () => check });
      expect(found).toMatchObject({ check, error: undefined });
      expect([found.record.applied ?? false, found.patch !== undefined]).toEqual([isApplied, true]);
      expect(await verify({ apply: true })).not.toHaveProperty("check");
    },
  );

  it("asks for no check of changes that the policy denies", async () => {
    workspace.changes = [added("new")];
    const check = () => Promise.reject(new Error("asked"));
    const found = await verify({ apply: true, check }, { deny_write: ["new"] });
    expect([found.check, found.error?.code]).toEqual([undefined, "policy_denied"]);
  });

  it("ends with the signal of the run", async () => {
    const given: unknown[] = [];
    await verify({
      stage: {
        after: async (one) => {
          given.push(one);
          return { entries: [], root: "" };
        },
      },
    });
    expect(given).toEqual([signal]);
  });

  it("saves the changes in a directory that only we can read, also if it was there before", async () => {
    const directory = join(workspace.runsDir, "r");
    mkdirSync(directory, { mode: 0o755 });
    workspace.changes = [added("new")];
    const { patch, error } = await verify();
    expect([patch?.directory, error]).toEqual([directory, undefined]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  it("makes the directories of runs, which only we can read", async () => {
    const runsDir = join(workspace.runsDir, "new");
    workspace.changes = [added("new")];
    expect((await verify({ runsDir })).patch?.directory).toBe(join(runsDir, "r"));
    for (const path of [runsDir, join(runsDir, "r")]) expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it("leaves no directory if the changes cannot be saved, and says why", async () => {
    workspace.changes = [added("new")];
    const directory = join(workspace.runsDir, "r");
    workspace.onSave = async () => {
      writeFileSync(join(directory, "begun"), "");
      throw new AbpError("execution_workspace_error", "git failed");
    };
    expect((await verify()).error?.message).toBe("git failed");
    expect(existsSync(directory)).toBe(false);
    workspace.onSave = async () => {
      rmSync(directory, { recursive: true });
      throw new AbpError("execution_workspace_error", "git failed again");
    };
    expect((await verify()).error?.message).toBe("git failed again");
  });

  it("names what was skipped also if it is one path, and what the patch is", async () => {
    workspace.changes = [added("new")];
    const found = await verify({ stage: { skipped: [{ path: "p", reason: "pipe" }], skippedCount: 1 } });
    expect(found.record).toStrictEqual({
      isolation: "copy",
      before: "0".repeat(64),
      after: "1".repeat(64),
      files: 1,
      bytes: 3,
      skipped: [{ path: "p", reason: "pipe" }],
      skipped_count: 1,
      changes: { added: 1, modified: 0, deleted: 0, renamed: 0, mode_changed: 0 },
      complete: true,
      patch: { sha256: "b".repeat(64), bytes: 8 },
    });
    expect(found).toMatchObject({
      artifacts: [{ kind: "patch", path: "r/patch.diff", sha256: "b".repeat(64), bytes: 8 }],
      gitDiff: "a patch\n",
      gitStatus: "A  new\n",
      error: undefined,
    });
  });

  it("counts owners and special bits that a copy does not keep", async () => {
    workspace.unkept = { owners: 1, specialBits: 1 };
    expect((await verify()).record.not_kept).toEqual({ owners: 1, special_bits: 1 });
    workspace.isolation = "none";
    expect((await verify()).record).not.toHaveProperty("not_kept");
  });

  it("keeps what is left of a patch whose content is incomplete, and does not apply it", async () => {
    // A file that was there when the changes were read, and is gone when they are saved.
    workspace.changes = [added("gone"), added("new")];
    const root = join(workspace.runsDir, "stage");
    const source = join(workspace.runsDir, "source");
    for (const path of [root, source]) mkdirSync(path);
    writeFileSync(join(root, "new"), "x");
    Object.assign(workspace.parts, { saveChanges, applyChanges });
    const { record, error, patch } = await verify({ apply: true, stage: { root, source } });
    expect([record.complete, record.applied, patch?.complete]).toEqual([false, false, false]);
    expect(error).toMatchObject({
      code: "workspace_conflict",
      message: expect.stringContaining("the patch is not complete"),
    });
    expect(existsSync(patch!.patch.path)).toBe(true);
    expect(readdirSync(source)).toEqual([]);
  });

  it("says that a patch is not complete", async () => {
    workspace.changes = [added("new")];
    const { saveChanges } = workspace.parts;
    Object.assign(workspace.parts, {
      saveChanges: async (request: never) => ({ ...(await saveChanges(request)), complete: false }),
    });
    expect((await verify()).record.complete).toBe(false);
  });

  it.each([
    ["before", { before: () => Promise.reject(new AbpError("workspace_unstable", "it moved")) }, {}],
    [
      "after",
      { after: () => Promise.reject(new AbpError("workspace_unstable", "it moved")) },
      { before: "0".repeat(64), files: 1, bytes: 3 },
    ],
  ])("records what is known if the state %s the run cannot be read", async (_, stage, known) => {
    const found = await verify({ stage });
    expect(found).toMatchObject({
      patch: undefined,
      artifacts: [],
      gitDiff: null,
      gitStatus: null,
      error: { code: "workspace_unstable" },
    });
    expect(found.record).toStrictEqual({ isolation: "copy", complete: false, ...known });
  });

  it.each([
    [Object.assign(new Error("x"), { code: "ENOSPC" }), "workspace_full", "the disk is full"],
    [Object.assign(new Error("x"), { code: "EDQUOT" }), "workspace_full", "the disk is full"],
    [Object.assign(new Error("x"), { code: "EIO" }), "execution_workspace_error", "cannot be read: x"],
    ["text", "execution_workspace_error", "the changes of the run cannot be read: text"],
    [null, "execution_workspace_error", "cannot be read: null"],
  ])("names the failure %s", async (failure, code, message) => {
    workspace.onAfter = () => Promise.reject(failure);
    const { error } = await verify();
    expect([error?.code, error?.message]).toEqual([code, expect.stringContaining(message)]);
    expect(error?.cause).toBe(failure);
  });

  it.each([
    [
      ["deploy/a"],
      "copy",
      'the run changed "deploy/a" against the policy',
      "The change is not in the patch.",
    ],
    [
      ["deploy/a", "deploy/b"],
      "none",
      'the run changed "deploy/a" and 1 more against the policy',
      "The change is in the workspace: undo it there.",
    ],
  ] as const)("names denied changes: %j in isolation %s", async (paths, isolation, message, advice) => {
    workspace.isolation = isolation;
    workspace.changes = paths.map(added);
    const { error, patch } = await verify({ apply: true }, { deny_write: ["deploy/**"] });
    expect(error).toMatchObject({
      code: "policy_denied",
      message,
      advice,
      details: { operation: 'write_path "deploy/a"', policy_rule: "deny_write[0]" },
    });
    expect(patch).toBeUndefined();
    expect(workspace.calls).not.toContain("apply /repo");
  });

  it("applies nothing if nothing changed, and needs no directory then", async () => {
    const { error, record } = await verify({ apply: true, runsDir: undefined });
    expect([error, record.applied, workspace.calls]).toEqual([undefined, undefined, ["stage", "after"]]);
  });

  it("needs a directory for a patch", async () => {
    workspace.changes = [added("new")];
    expect((await verify({ runsDir: undefined })).error).toMatchObject({
      code: "workspace_init_failed",
      message: "the run has no directory for its patch",
      advice: "Pass `runsDir` to the run.",
    });
  });

  it("applies the saved changes if that is asked for, and keeps them if it fails", async () => {
    workspace.changes = [added("new")];
    const { applyChanges: apply } = workspace.parts;
    const requests: unknown[] = [];
    Object.assign(workspace.parts, {
      applyChanges: (request: never) => {
        requests.push(request);
        return apply(request);
      },
    });
    expect((await verify({ apply: true })).record).toMatchObject({ applied: true, complete: true });
    expect(requests).toEqual([{ directory: join(workspace.runsDir, "r"), target: "/repo", signal }]);
    workspace.onApply = () => Promise.reject(new Error("busy"));
    const { record, error, patch } = await verify({ apply: true });
    expect(record.complete).toBe(true);
    expect([record.applied, error?.code, existsSync(patch!.patch.path)]).toEqual([
      false,
      "execution_workspace_error",
      true,
    ]);
    workspace.onApply = undefined;
    expect((await verify()).record).not.toHaveProperty("applied");
  });
});

describe("the changes of ignored files", () => {
  const kinds = (changes: readonly { rawPath: string }[] | undefined) =>
    changes?.map(({ rawPath }) => rawPath);

  it("are saved beside the patch, listed and counted", async () => {
    workspace.changes = [added("a"), added("out/x"), added("out/y")];
    workspace.ignores = ["out/x", "out/y"];
    const { record, artifacts, gitStatus, patch } = await verify();
    expect(record).toMatchObject({
      changes: { added: 3 },
      ignored_changes: [
        { path: "out/x", reason: "added" },
        { path: "out/y", reason: "added" },
      ],
      ignored_count: 2,
      ignored_patch: { sha256: "b".repeat(64), bytes: 8 },
      patch: { sha256: "b".repeat(64), bytes: 8 },
    });
    expect(kinds(workspace.saved)).toEqual(["out/x", "out/y"]);
    expect(artifacts.map(({ kind, path }) => [kind, path])).toEqual([
      ["patch", "r/patch.diff"],
      ["ignored_patch", "r/ignored/patch.diff"],
    ]);
    expect(gitStatus).toBe("A  a\n");
    expect(patch?.directory).toBe(join(workspace.runsDir, "r"));
  });

  it("are no patch, and nothing that is applied", async () => {
    workspace.changes = [added("out/x")];
    workspace.ignores = ["out/x"];
    const { record, patch, gitStatus, error } = await verify({ apply: true });
    expect([patch, gitStatus, error, record.patch, record.applied]).toEqual([
      undefined,
      null,
      undefined,
      undefined,
      undefined,
    ]);
    expect(workspace.calls.some((call) => call.startsWith("apply"))).toBe(false);
  });

  it("are judged by deny_write as all others", async () => {
    workspace.changes = [added("out/x"), added("out/y")];
    workspace.ignores = ["out/x", "out/y"];
    const { record, error } = await verify({}, { deny_write: ["**/x"] });
    expect(error?.code).toBe("policy_denied");
    expect(record.denied_changes).toMatchObject([{ path: "out/x" }]);
    expect(record.ignored_changes).toEqual([{ path: "out/y", reason: "added" }]);
  });

  it("are listed if they cannot be kept, and the patch stays", async () => {
    workspace.changes = [added("a"), added("out/x")];
    workspace.ignores = ["out/x"];
    let count = 0;
    workspace.onSave = async () => {
      count += 1;
      if (count === 2) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    const { record, patch, error, warnings } = await verify();
    expect([error, record.complete, record.ignored_count, record.ignored_patch]).toEqual([
      undefined,
      true,
      1,
      undefined,
    ]);
    expect(record).toMatchObject({
      ignored_not_kept: 1,
      ignored_changes: [{ path: "out/x", reason: "added, not kept" }],
    });
    expect(warnings).toEqual(["changes of files that git ignores are not kept (full): out/x"]);
    expect(patch).toBeDefined();
  });

  it("are kept up to a limit, the smallest first, and the others are named", async () => {
    const sized = (path: string, size: number) => ({ ...added(path), after: entry(path, size) });
    const names = Array.from({ length: 7 }, (_, index) => `out/${index}`);
    workspace.changes = [
      sized("out/large", 600),
      sized("out/fits", 400),
      ...names.map((name) => sized(name, 1000)),
    ];
    workspace.ignores = ["out/large", "out/fits", ...names];
    const { record, warnings, artifacts } = await verify({ maxIgnoredBytes: 1000 });
    expect(kinds(workspace.saved)).toEqual(["out/fits", "out/large"]);
    expect([record.ignored_count, record.ignored_not_kept]).toEqual([9, 7]);
    expect(record.ignored_changes?.slice(6, 8)).toEqual([
      { path: "out/6", reason: "added, not kept" },
      { path: "out/fits", reason: "added" },
    ]);
    expect(warnings).toEqual([
      `changes of files that git ignores are not kept (workspace.ignored_mb is ${1000 / 1024 ** 2}): ${names.slice(0, 5).join(", ")} and 2 more`,
    ]);
    expect(artifacts.map(({ kind }) => kind)).toEqual(["ignored_patch"]);
    // Nothing fits: nothing is written.
    const none = await verify({ maxIgnoredBytes: 0 });
    expect([none.record.ignored_not_kept, none.artifacts]).toEqual([9, []]);
    const all = await verify({ maxIgnoredBytes: 8000 });
    expect([all.record.ignored_not_kept, all.warnings]).toEqual([undefined, []]);
  });

  it("are named if their contents could not be read", async () => {
    workspace.changes = [added("out/x")];
    workspace.ignores = ["out/x"];
    workspace.savedMore = { complete: false, leftOut: [{ path: "out/x", reason: "it cannot be read" }] };
    const { record, warnings } = await verify();
    expect([record.complete, record.ignored_not_kept]).toEqual([true, 1]);
    expect(warnings).toEqual(["changes of files that git ignores are not kept (it cannot be read): out/x"]);
  });

  it("names the repository of the stage in the record", async () => {
    workspace.repository = {
      made: { branch: "gr\xc3\xbcn", historyCount: 2, untrackedCount: 3 },
      warnings: [],
    };
    const { record } = await verify();
    expect(record.repository).toEqual({ branch: "grün", history_commits: 2, untracked: 3 });
  });
});

describe("settings of the agent", () => {
  it("that the sandbox hid are listed among what the agent did not see", async () => {
    const skipped = [{ path: "denied", reason: "denied", rule: "deny_read[0]" }];
    const findings = await verify({ hiddenSettings: [".agent/run"], stage: { skipped, skippedCount: 5 } });
    expect(findings.record).toMatchObject({
      skipped: [...skipped, { path: ".agent/run", reason: "settings of the agent" }],
      skipped_count: 6,
    });
    const only = await verify({ hiddenSettings: [".agent/run"] });
    expect(only.record.skipped_count).toBe(1);
    const both = await verify({ hiddenSettings: [".agent/run"], stage: { skipped, skippedCount: 1 } });
    expect(both.record.skipped_count).toBe(2);
    expect((await verify()).record).not.toHaveProperty("skipped");
  });

  it("that the run made or changed are listed, and are in the patch", async () => {
    workspace.changes = [
      added("a"),
      added(".agent/run"),
      { kind: "deleted", rawPath: "sub/.agent/old", before: entry("sub/.agent/old") },
    ];
    const findings = await verify();
    expect(findings.changedSettings).toEqual([".agent/run"]);
    expect(workspace.saved).toEqual(workspace.changes);
  });

  it("that a denied change made are not in the patch, and not listed", async () => {
    workspace.changes = [added(".agent/run")];
    expect((await verify({}, { deny_write: ["**/.agent/**"] })).changedSettings).toEqual([]);
    expect(
      (await verify({ stage: { isolation: "none" } }, { deny_write: ["**/.agent/**"] })).changedSettings,
    ).toEqual([".agent/run"]);
  });
});
