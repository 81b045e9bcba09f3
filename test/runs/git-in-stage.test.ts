import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { useMachine } from "../../src/cli/fixtures/console.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";

/** Runs of the same id would end each other's processes, also those of other test files. */
const random = (length: number) => new Uint8Array(randomBytes(length));
const machine = useMachine();
const host = new URL("../../hosts/node/host.js", import.meta.url).pathname;

function git(...args: readonly string[]): void {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"];
  execFileSync("git", [...identity, ...args], { cwd: join(machine.root, "repo"), stdio: "ignore" });
}

/** Lets the Node example sidecar run a command in the stage of a repository. */
async function run(ctx: TestContext, command: string, flags: readonly string[]) {
  if (flags.includes("L3") && !hasLevel3()) ctx.skip("needs bwrap and user namespaces");
  const repo = join(machine.root, "repo");
  mkdirSync(repo);
  writeFileSync(join(repo, "a.txt"), "one\n");
  writeFileSync(join(repo, ".env"), "TOKEN=very-secret\n");
  writeFileSync(join(repo, ".gitignore"), "out/\n");
  git("init", "-q", "--initial-branch=topic");
  git("add", "-A");
  git("commit", "-qm", "first commit");
  const policy = {
    deny_read: ["**/.env"],
    allowed_tools: [],
    disallowed_tools: [],
    require_approval_for: [],
  };
  const network = { deny_write: [], allow_network: [], deny_network: [] };
  writeFileSync(join(machine.root, "policy.json"), JSON.stringify({ ...policy, ...network }));
  await machine.configure(
    [
      "[backends.example]",
      'type = "sidecar"',
      `command = ${JSON.stringify(process.execPath)}`,
      `args = ${JSON.stringify([host])}`,
    ].join("\n"),
  );
  const all = ["--backend", "example", "--root", "repo", "--policy", "policy.json", ...flags];
  return machine.run(["run", "--task", `run ${command}`, ...all], { random });
}

const commands = [
  "git status --porcelain > status.txt",
  "git log --format=%s > log.txt",
  "echo two >> a.txt",
  "git diff --stat > diff.txt",
  "git add a.txt",
  "git commit -qm mine",
  "git log -1 --format='%an %s' > commit.txt",
  "git branch > branch.txt",
  "git cat-file --batch-all-objects --batch > objects.txt",
  "mkdir out",
  "echo x > out/x",
].join(" && ");

describe.each([["L3"], ["off"]])("git in a stage with the sandbox %s", (level) => {
  it("works for the agent, and shows nothing that was left out", async (ctx) => {
    const flags = ["--sandbox", level, "--lane", "workspace-first"];
    const { exit, error } = await run(ctx, commands, flags);
    expect([exit, error]).toEqual([0, expect.not.stringContaining("no git repository")]);
    const read = (name: string) => readFileSync(join(machine.root, "repo", name), "utf8");
    expect(read("status.txt")).toBe("?? status.txt\n");
    expect(read("log.txt")).toBe("Baseline: the files as they were staged\nfirst commit\n");
    expect(read("diff.txt")).toContain("a.txt | 1 +");
    expect(read("commit.txt")).toBe("Agent mine\n");
    expect(read("branch.txt")).toBe("* topic\n");
    expect(read("objects.txt")).toContain("one\n");
    expect(read("objects.txt")).not.toMatch(/very-secret|\.env/);
    expect(read("a.txt")).toBe("one\ntwo\n");
    expect(existsSync(join(machine.root, "repo/out/x"))).toBe(false);
    expect(error).toMatch(/ignored\s+1 change of files that git ignores, beside the patch: out\/x \(added\)/);
    const runId = /run\s+([0-9a-f-]{36})/.exec(error)![1]!;
    expect((await machine.run(["apply", runId, "--ignored"])).exit).toBe(0);
    expect(read("out/x")).toBe("x\n");
  });
});
