import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { useMachine } from "../../src/cli/fixtures/console.ts";
import type { Receipt } from "../../src/contract/index.ts";
import { probeLimits } from "../../src/process/index.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";

const machine = useMachine();
const host = new URL("../../hosts/node/host.js", import.meta.url).pathname;
const MEBIBYTE = 1024 ** 2;
const held = await probeLimits({ processes: 64, memoryBytes: 512 * MEBIBYTE, isMemoryOfTree: true });

/** Runs a task of the Node example sidecar with settings of `[sandbox]`, and gives its receipt. */
async function run(
  ctx: TestContext,
  task: string,
  settings: readonly string[],
  flags: readonly string[] = ["--sandbox", "L3"],
  first: readonly string[] = [],
): Promise<{ receipt: Receipt; error: string }> {
  if (flags.includes("L3") && !hasLevel3()) ctx.skip("needs bwrap and user namespaces");
  mkdirSync(join(machine.root, "repo"), { recursive: true });
  writeFileSync(join(machine.root, "repo/a.txt"), "one\n");
  await machine.configure(
    [
      ...first,
      "[backends.example]",
      'type = "sidecar"',
      `command = ${JSON.stringify(process.execPath)}`,
      `args = ${JSON.stringify([host])}`,
      "[sandbox]",
      ...settings,
    ].join("\n"),
  );
  const out = join(mkdtempSync(join(machine.root, "out-")), "receipt.json");
  const common = ["run", "--task", task, "--backend", "example", "--root", "repo", "--out", out];
  const { error } = await machine.run([...common, ...flags]);
  return { receipt: JSON.parse(readFileSync(out, "utf8")) as Receipt, error };
}

function limitsOf({ observed }: Receipt) {
  const limits = observed?.enforcement?.limits ?? [];
  return Object.fromEntries(limits.map(({ limit, max, by }) => [limit, { max, by }]));
}

describe("the limits of a run", () => {
  it("have defaults, and the receipt says what holds each of them", async (ctx) => {
    const { receipt } = await run(ctx, "say hi", []);
    const by = { processes: held.processes ?? "none", memory: held.memory ?? "none" };
    expect(limitsOf(receipt)).toEqual({
      processes: { max: 1024, by: by.processes },
      memory_bytes: { max: expect.any(Number), by: by.memory },
      written_bytes: { max: 10 * 1024 ** 3, by: "watch" },
    });
    const warnings = (receipt.observed?.warnings ?? []).filter((text) => text.includes("not enforced"));
    expect(warnings).toHaveLength(Object.values(by).filter((one) => one === "none").length);
  });

  it("stop a fork bomb inside the sandbox", async (ctx) => {
    if (held.processes !== "cgroup") ctx.skip("needs a writable control group");
    // Each process waits for the ones that it starts, up to a depth that no limit would survive.
    const bomb =
      "b() { if [ $1 -gt 0 ]; then b $(($1-1)) & b $(($1-1)) & wait; else sleep 1; fi; }; b 9; echo end";
    const { receipt } = await run(ctx, `run sh -c '${bomb}' 2> said.txt; true`, ["processes = 60"]);
    expect(limitsOf(receipt)["processes"]).toEqual({ max: 60, by: "cgroup" });
    expect(receipt.outcome).toBe("complete");
    expect(readFileSync(patchOf(receipt), "utf8")).toMatch(/^\+.*fork/im);
  });

  it("stop a program that takes more memory than it may", async (ctx) => {
    if (held.memory !== "cgroup") ctx.skip("needs a writable control group");
    const hog = "const a=[];for(let i=0;i<2000;i++)a.push(Buffer.alloc(1048576,1));console.log(a.length)";
    const { receipt } = await run(ctx, `run ${process.execPath} -e '${hog}' && touch survived; true`, [
      "memory_mb = 400",
    ]);
    expect(limitsOf(receipt)["memory_bytes"]).toEqual({ max: 400 * MEBIBYTE, by: "cgroup" });
    expect(receipt.outcome).toBe("complete");
    expect(existsSync(patchOf(receipt))).toBe(false);
  });

  it.for<[string, readonly string[]]>([
    ["an overlay or a copy", ["--sandbox", "L3"]],
    ["a copy", ["--sandbox", "L3", "--stage", "copy"]],
    ["the directory itself", ["--sandbox", "L3", "--workspace-mode", "pass-through"]],
    ["the directory itself without a sandbox", ["--sandbox", "off", "--workspace-mode", "pass-through"]],
  ])("end a run that writes more than it may, on %s", async ([, flags], ctx) => {
    const isCopy = flags.includes("--stage");
    const settings = ["max_write_mb = 8", ...(isCopy ? ["[workspace]", 'method = "copy"'] : [])];
    const given = flags.filter((flag) => flag !== "--stage" && flag !== "copy");
    const writer =
      "i=0; while [ $i -lt 200 ]; do head -c 1000000 /dev/zero > big$i; i=$((i+1)); sleep 0.05; done";
    const { receipt, error } = await run(ctx, `run ${writer}`, settings, given);
    expect(receipt.termination).toMatchObject({
      reason: "failed",
      code: "run_writes_exceeded",
      message: `the run wrote more than ${8 * MEBIBYTE} bytes`,
    });
    expect(error).toContain("run_writes_exceeded");
    rmSync(join(machine.root, "repo"), { recursive: true, force: true });
  });

  it("count one file that grows, and end the check command too", async (ctx) => {
    const writer = "head -c 40000000 /dev/zero > big; sleep 30";
    const { receipt } = await run(
      ctx,
      "say hi",
      ["max_write_mb = 8"],
      ["--sandbox", "L3", "--verify", writer],
    );
    expect(receipt.termination).toMatchObject({ code: "run_writes_exceeded" });
  });

  it("end a run before the disk of its stage is full", async (ctx) => {
    const small = join(machine.root, "small");
    mkdirSync(small, { mode: 0o700 });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=40m,mode=0700", "tmpfs", small]);
    if (mounted.status !== 0) ctx.skip("needs the right to mount");
    try {
      // Slow enough that the watch sees it, and it would fill the disk.
      const writer = "i=0; while head -c 500000 /dev/zero > big$i; do i=$((i+1)); sleep 0.1; done; sleep 60";
      const { receipt } = await run(
        ctx,
        `run ${writer}`,
        [],
        ["--sandbox", "off"],
        [`workspace_dir = ${JSON.stringify(join(small, "stages"))}`],
      );
      expect(receipt.termination).toMatchObject({ reason: "failed", code: "workspace_full" });
      expect(receipt.termination?.message).toMatch(/has only \d+ bytes left, so the run was ended/);
    } finally {
      spawnSync("umount", [small]);
    }
  });
});

function patchOf({ meta }: Receipt): string {
  return join(machine.root, "home/state/runs", meta.run_id, "patch.diff");
}
