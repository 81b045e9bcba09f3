import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { FakeBackend, report } from "../fixtures/fake-backend.ts";
import { FakeLog } from "../fixtures/fake-log.ts";
import { added, entry, FakeWorkspace } from "../fixtures/fake-workspace.ts";
import { finishRun } from "../fixtures/start-run.ts";

let workspace: FakeWorkspace;
beforeEach(() => {
  workspace = new FakeWorkspace();
});
afterEach(() => workspace.close());

const workspaceFirst = { lane: "workspace_first" } as const;

describe("the workspace of a run", () => {
  it("is staged as the order says, and the agent gets the stage as its workspace", async () => {
    const backend = new FakeBackend();
    await finishRun(backend, {
      workspace,
      order: {
        workspace: { root: "/repo", include: ["src/**"], exclude: ["*.log"] },
        policy: { deny_read: ["**/.env", "/repo/secret/**"] },
      },
    });
    const { request } = workspace;
    expect(request).toMatchObject({ root: "/repo", mode: "staged", include: ["src/**"], exclude: ["*.log"] });
    expect(request?.isDenied?.("a/.env", undefined)).toBe("deny_read[0]");
    expect(request?.isDenied?.("secret/key", undefined)).toBe("deny_read[1]");
    expect(request?.isDenied?.("link", "/repo/secret/key")).toBe("deny_read[1]");
    expect(request?.isDenied?.("link", "/etc/hosts")).toBeUndefined();
    expect(request?.isDenied?.("a\nb", undefined)).toBe("path.control_character");
    expect(request?.isDenied?.("src/a.ts", undefined)).toBeUndefined();
    expect(backend.opened?.workspaceRoot).toBe("/stage");
    expect(backend.given?.workOrder.workspace.root).toBe("/stage");
    expect(backend.opened?.sandbox.hidden).toEqual(["/repo", "/stages", workspace.runsDir]);
  });

  it("keeps every name if the policy denies no reading", async () => {
    await finishRun(new FakeBackend(), { workspace });
    expect(workspace.request?.isDenied).toBeUndefined();
  });

  it("patch_first saves the changes, describes them in the receipt and applies nothing", async () => {
    workspace.changes = [
      added("new.txt"),
      { kind: "modified", rawPath: "old.txt", before: entry("old.txt"), after: entry("old.txt") },
      { kind: "deleted", rawPath: "gone.txt", before: entry("gone.txt") },
      { kind: "renamed", rawPath: "b.txt", from: "a.txt", before: entry("a.txt"), after: entry("b.txt") },
      { kind: "mode_changed", rawPath: "x.sh", before: entry("x.sh"), after: entry("x.sh") },
      { kind: "type_changed", rawPath: "l\nx", before: entry("l\nx"), after: entry("l\nx") },
    ];
    const { receipt, patch } = await finishRun(new FakeBackend(), { workspace });
    expect(patch?.directory).toBe(join(workspace.runsDir, receipt.meta.run_id));
    expect(receipt.artifacts).toEqual([
      { kind: "patch", path: `${receipt.meta.run_id}/patch.diff`, sha256: "b".repeat(64), bytes: 8 },
    ]);
    expect(receipt.verification).toEqual({
      git_diff: "a patch\n",
      git_status: 'A  new.txt\nM  old.txt\nD  gone.txt\nR  a.txt -> b.txt\nM  x.sh\nT  "l\\nx"\n',
      harness_ok: true,
    });
    expect(receipt.observed?.workspace).toEqual({
      isolation: "copy",
      before: "0".repeat(64),
      after: "1".repeat(64),
      files: 1,
      bytes: 3,
      changes: { added: 1, modified: 2, deleted: 1, renamed: 1, mode_changed: 1 },
      complete: true,
      patch: { sha256: "b".repeat(64), bytes: 8 },
    });
    expect(workspace.calls).toEqual(["stage", "after", "save", "remove"]);
  });

  it("W10 the receipt counts what a copy does not keep, and nothing if there is no copy", async () => {
    workspace.unkept = { owners: 2, specialBits: 0 };
    const owners = await finishRun(new FakeBackend(), { workspace });
    expect(owners.receipt.observed?.workspace?.not_kept).toEqual({ owners: 2, special_bits: 0 });
    workspace.unkept = { owners: 0, specialBits: 1 };
    const bits = await finishRun(new FakeBackend(), { workspace });
    expect(bits.receipt.observed?.workspace?.not_kept).toEqual({ owners: 0, special_bits: 1 });
    workspace.isolation = "none";
    const none = await finishRun(new FakeBackend(), { workspace });
    expect(none.receipt.observed?.workspace).not.toHaveProperty("not_kept");
  });

  it("has no patch if nothing changed", async () => {
    const { patch, receipt } = await finishRun(new FakeBackend(), { workspace });
    expect([patch, receipt.artifacts, receipt.verification.git_status]).toEqual([undefined, [], null]);
    expect(existsSync(join(workspace.runsDir, receipt.meta.run_id))).toBe(false);
  });

  it("workspace_first applies the changes of a run that completed, also of a partial one", async () => {
    workspace.changes = [added("new.txt")];
    const { receipt } = await finishRun(new FakeBackend(), {
      workspace,
      order: { ...workspaceFirst, workspace: { root: "/repo" } },
    });
    expect(receipt.observed?.workspace?.applied).toBe(true);
    expect(workspace.calls).toEqual(["stage", "after", "save", "apply /repo", "remove"]);
  });

  it("workspace_first keeps the patch of a run that does not fit the workspace any more, and fails it", async () => {
    workspace.changes = [added("new.txt")];
    workspace.onApply = () => Promise.reject(new AbpError("workspace_conflict", "new.txt has changed"));
    const { receipt, patch, error } = await finishRun(new FakeBackend(), {
      workspace,
      order: workspaceFirst,
    });
    expect([error?.code, receipt.outcome, receipt.observed?.workspace?.applied]).toEqual([
      "workspace_conflict",
      "failed",
      false,
    ]);
    expect(existsSync(patch!.patch.path)).toBe(true);
  });

  it.each(["failed", "thrown"])("workspace_first applies nothing of a run that has %s", async (ending) => {
    workspace.changes = [added("new.txt")];
    await finishRun(
      async function* () {
        yield [];
        if (ending === "thrown") throw new Error("boom");
        return { ...report, outcome: "failed" as const };
      },
      { workspace, order: workspaceFirst },
    );
    expect(workspace.calls).toEqual(["stage", "after", "save", "remove"]);
  });

  it("drops changes that deny_write forbids from the patch, lists them and fails the run", async () => {
    workspace.changes = [
      added("ok.txt"),
      added("deploy/prod.yml"),
      { kind: "renamed", rawPath: "x", from: "deploy/a", before: entry("deploy/a"), after: entry("x") },
      { kind: "renamed", rawPath: "deploy/b", from: "y", before: entry("y"), after: entry("deploy/b") },
      { kind: "deleted", rawPath: "deploy/\xff", before: entry("deploy/\xff") },
    ];
    const { receipt, error, decisions } = await finishRun(new FakeBackend(), {
      workspace,
      order: { ...workspaceFirst, policy: { deny_write: ["deploy/**"] } },
    });
    expect(workspace.saved?.map(({ rawPath }) => rawPath)).toEqual(["ok.txt"]);
    expect(error).toMatchObject({
      code: "policy_denied",
      message: 'the run changed "deploy/prod.yml" and 3 more against the policy',
    });
    const denied = receipt.observed?.workspace?.denied_changes ?? [];
    expect(denied.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "deploy/prod.yml deny_write[0]",
      "deploy/a deny_write[0]",
      "deploy/b deny_write[0]",
      "base64:ZGVwbG95L/8= deny_write[0]",
    ]);
    expect(receipt.verification.git_status).toBe("A  ok.txt\n");
    expect(decisions.map(({ operation, verdict }) => `${operation} ${verdict}`)).toEqual(
      Array(4).fill("write_path denied"),
    );
    expect(workspace.calls).not.toContain("apply /repo");
  });

  it("W31 pass_through lists changes, has no patch, and can only fail a run that changed a denied path", async () => {
    workspace.isolation = "none";
    workspace.changes = [added("deploy/prod.yml")];
    const backend = new FakeBackend();
    const { receipt, patch } = await finishRun(backend, {
      workspace,
      order: { workspace: { root: "/repo", mode: "pass_through" }, policy: { deny_write: ["deploy/**"] } },
    });
    expect([patch, receipt.termination?.code, workspace.calls]).toEqual([
      undefined,
      "policy_denied",
      ["stage", "after", "remove"],
    ]);
    expect(receipt.observed?.workspace).toMatchObject({ isolation: "none", changes: { added: 1 } });
    expect(receipt.verification.git_status).toBe("A  deploy/prod.yml\n");
    expect(backend.opened?.sandbox.hidden).toEqual(["/stages", workspace.runsDir]);
  });

  it("P10 pass_through makes .git and the settings of agents read-only inside the sandbox", async () => {
    workspace.isolation = "none";
    const backend = new FakeBackend();
    const options = { sandboxReadOnly: ["/tools"], sandboxHidden: ["/keys"] };
    await finishRun(backend, { workspace, options, order: { workspace: { root: "/repo" } } });
    const { readOnly, hidden } = backend.opened!.sandbox;
    expect(readOnly).toEqual(
      expect.arrayContaining(["/tools", "/repo/.git", "/repo/backplane.toml", "/repo/.claude"]),
    );
    expect(hidden).toEqual(["/stages", workspace.runsDir, "/keys"]);
  });

  it("pass_through is read-only as a whole if the policy denies every write", async () => {
    workspace.isolation = "none";
    const backend = new FakeBackend();
    const order = {
      workspace: { root: "/repo", mode: "pass_through" as const },
      policy: { deny_write: ["**"] },
    };
    const { receipt } = await finishRun(backend, { workspace, order });
    expect(backend.opened!.sandbox.readOnly).toEqual(["/repo"]);
    expect(receipt.observed?.enforcement?.required).toBe("L3");
  });

  it("gives a copy no read-only paths but the configured ones", async () => {
    const backend = new FakeBackend();
    await finishRun(backend, { workspace, options: { sandboxReadOnly: ["/tools"] } });
    expect(backend.opened?.sandbox.readOnly).toEqual(["/tools"]);
  });

  it("keeps the directory of a run free of a patch that could not be saved", async () => {
    workspace.changes = [added("new.txt")];
    workspace.onSave = () => Promise.reject(Object.assign(new Error("x"), { code: "EDQUOT" }));
    const { receipt, error } = await finishRun(new FakeBackend(), { workspace });
    expect(error?.code).toBe("workspace_full");
    expect(existsSync(join(workspace.runsDir, receipt.meta.run_id))).toBe(false);
  });

  it("needs the directories of stages and patches", async () => {
    let swept = 0;
    workspace.onSweep = async () => {
      swept += 1;
    };
    workspace.changes = [added("new.txt")];
    const stageless = await finishRun(new FakeBackend(), { workspace, options: { workspaceDir: undefined } });
    expect(stageless.error?.code).toBe("workspace_init_failed");
    expect(swept).toBe(0);
    const patchless = await finishRun(new FakeBackend(), { workspace, options: { runsDir: undefined } });
    expect(patchless.error?.code).toBe("workspace_init_failed");
  });

  it("reads a large patch up to a limit, and says how much is left out", async () => {
    const { readDiff } = await import("../steps/change-summary.ts");
    const { writeFileSync } = await import("node:fs");
    const path = join(workspace.runsDir, "large");
    writeFileSync(path, "x".repeat(70_000));
    const text = await readDiff(path, 70_000);
    expect(text).toBe(`${"x".repeat(65_536)}\n# 4464 more bytes are in the artifact\n`);
  });

  it("is not staged for a backend that works on no files", async () => {
    const log = new FakeLog();
    const backend = new FakeBackend();
    const root = realpathSync(tmpdir());
    const { receipt } = await finishRun(backend, {
      order: { workspace: { root } },
      options: { log },
    });
    expect(receipt.observed?.workspace).toBeUndefined();
    expect([backend.opened?.workspaceRoot, backend.opened?.sandbox.hidden]).toEqual([root, [root]]);
  });
});
