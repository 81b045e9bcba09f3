import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, type TestContext } from "vitest";
import {
  BackendRegistry,
  buildWorkOrder,
  openRunLog,
  openStore,
  type RunOptions,
  type RunResult,
  replayStream,
  runStreaming,
  type Store,
} from "../../src/index.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import { hasPython, verifyWithPython } from "./fixtures/machine.ts";

const hosts = new URL("../../hosts/", import.meta.url).pathname;
const registry = new BackendRegistry({
  python: { type: "sidecar", command: "/usr/bin/python3", args: [join(hosts, "python/host.py")] },
});

let root: string;
let repository: string;
let store: Store;
const config = () => ({
  receipts_dir: join(root, "receipts"),
  receipts: { origin: "abp.example/log", keys_dir: join(root, "keys") },
});

function git(directory: string, ...args: string[]): string {
  return execFileSync("git", ["-C", directory, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" },
  });
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "abp-runs-"));
  repository = join(root, "repository");
  mkdirSync(join(repository, "deploy"), { recursive: true });
  writeFileSync(join(repository, "edit.txt"), "one\ntwo\nthree\n");
  writeFileSync(join(repository, "gone.txt"), "old\n");
  writeFileSync(join(repository, "before.txt"), "a file to rename\nwith two lines\n");
  writeFileSync(join(repository, "image.bin"), Buffer.from([0, 1, 2, 255, 10, 13, 0]));
  writeFileSync(join(repository, "tool.sh"), "#!/bin/sh\n");
  writeFileSync(join(repository, "deploy/prod.yml"), "replicas: 1\n");
  writeFileSync(join(repository, ".env"), "TOKEN=top-secret\n");
  symlinkSync("edit.txt", join(repository, "link"));
  chmodSync(join(repository, "tool.sh"), 0o644);
  git(root, "init", "-q", repository);
  git(repository, "add", "-A");
  git(repository, "commit", "-qm", "start");
  store = await openStore(config(), { writer: "inline" });
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

async function run(task: readonly string[], sandbox: RunOptions["sandbox"]): Promise<RunResult> {
  const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", task.join("\n"), {
    workspace: { root: repository },
    policy: { deny_read: ["**/.env"], deny_write: ["deploy/**"], disallowed_tools: ["WebFetch"] },
  });
  const log = await openRunLog(store, config(), "team");
  return runStreaming(registry.find("python"), order, {
    software: { name: "test", version: "1" },
    log,
    sandbox,
    workspaceDir: join(root, "stages"),
    runsDir: join(root, "runs"),
  }).result;
}

/** Every file of a directory but `.git`: its mode, and its bytes or the target of the link. */
function tree(directory: string, base = ""): string[] {
  return readdirSync(join(directory, base), { withFileTypes: true })
    .filter(({ name }) => name !== ".git")
    .flatMap((entry) => {
      const path = join(base, entry.name);
      if (entry.isDirectory()) return tree(directory, path);
      const at = join(directory, path);
      if (entry.isSymbolicLink()) return [`${path} -> ${readlinkSync(at)}`];
      return [`${path} ${(lstatSync(at).mode & 0o111) !== 0} ${readFileSync(at).toString("hex")}`];
    })
    .sort();
}

const work = [
  "replace edit.txt two 2",
  "write new/file.txt hello",
  "delete gone.txt",
  "rename before.txt after.txt",
  `write-base64 image.bin ${Buffer.from([9, 0, 255, 254, 10]).toString("base64")}`,
  "chmod 755 tool.sh",
  "delete link",
  "symlink tool.sh link",
];

const sandboxes = ["off", "L3"] as const;

function needs(ctx: TestContext, sandbox: (typeof sandboxes)[number]): void {
  if (!hasPython()) ctx.skip("needs /usr/bin/python3");
  if (sandbox === "L3" && !hasLevel3()) ctx.skip("needs bwrap and user namespaces");
}

describe.each(sandboxes)("a work order on the Python example sidecar with the sandbox %s", (sandbox) => {
  it("changes files of every kind in a copy; the patch applies byte-exact elsewhere, and two verifiers accept the receipt", async (ctx) => {
    needs(ctx, sandbox);
    const untouched = tree(repository);
    const { receipt, error, patch, verification, enforcement } = await run(work, sandbox);
    expect([error, receipt.outcome, verification.ok]).toEqual([undefined, "complete", true]);
    expect(tree(repository)).toEqual(untouched);

    const clone = join(root, "clone");
    git(root, "clone", "-q", repository, clone);
    git(clone, "apply", "--index", patch!.patch.path);
    expect(tree(clone)).toEqual(
      [
        `.env false ${hex("TOKEN=top-secret\n")}`,
        `after.txt false ${hex("a file to rename\nwith two lines\n")}`,
        `deploy/prod.yml false ${hex("replicas: 1\n")}`,
        `edit.txt false ${hex("one\n2\nthree\n")}`,
        "image.bin false 0900fffe0a",
        "link -> tool.sh",
        `new/file.txt false ${hex("hello\n")}`,
        `tool.sh true ${hex("#!/bin/sh\n")}`,
      ].sort(),
    );
    expect(receipt.observed?.workspace).toMatchObject({
      changes: { added: 1, deleted: 1, renamed: 1, mode_changed: 1 },
      skipped: [{ path: ".env", rule: "deny_read[0]" }],
      complete: true,
    });
    expect(enforcement.level).toBe(sandbox === "L3" ? "L3" : "L1");
    expect(enforcement.read).toBe(sandbox === "L3" ? "absent" : "advisory");
    expect(receipt.observed?.exit).toEqual({ code: 0, signal: null });

    const bundle = await store.ledger("team").prove(receipt.chain!.seq);
    expect(await verifyWithPython(root, bundle)).toBe("ok");
    const replayed: unknown[] = [];
    for await (const event of replayStream(store.ledger("team"), receipt.meta.run_id)) replayed.push(event);
    expect(replayed).toEqual(receipt.trace);
    expect(readdirSync(join(root, "stages"))).toEqual([]);
  });

  it("P10 leaves a denied path untouched: the change is not in the patch and fails the run, whichever way it was made", async (ctx) => {
    needs(ctx, sandbox);
    const task = ["run echo 'replicas: 9' > deploy/prod.yml; cat .env", "write ok.txt fine"];
    const { receipt, error, patch } = await run(task, sandbox);
    expect(error?.code).toBe("policy_denied");
    expect(readFileSync(patch!.patch.path, "utf8")).not.toContain("replicas");
    expect(receipt.observed?.workspace?.denied_changes).toMatchObject([
      { path: "deploy/prod.yml", rule: "deny_write[0]" },
    ]);
    expect(JSON.stringify(receipt)).not.toContain("top-secret");
    expect(readFileSync(join(repository, "deploy/prod.yml"), "utf8")).toBe("replicas: 1\n");
  });

  it("P24 denies a tool before it is used, and records the rule", async (ctx) => {
    needs(ctx, sandbox);
    const { receipt, decisions } = await run(["fetch http://127.0.0.1:1/", "say done"], sandbox);
    expect(receipt.outcome).toBe("partial");
    expect(decisions).toMatchObject([
      { verdict: "denied", operation: "use_tool", subject: "WebFetch", rule: "disallowed_tools[0]" },
    ]);
  });
});

describe("a run of the Python example sidecar that ends early", () => {
  it("S27 fails with the exit code and the changes so far", async (ctx) => {
    needs(ctx, "off");
    const { receipt, error, patch } = await run(["write a.txt x", "exit 7"], "off");
    expect(error?.code).toBe("sidecar_exited_without_final");
    expect(receipt.observed?.exit).toEqual({ code: 7, signal: null });
    expect(patch?.diffstat.files.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(existsSync(join(root, "stages", receipt.meta.run_id))).toBe(false);
  });
});

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}
