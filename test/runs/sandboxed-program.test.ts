import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { useMachine } from "../../src/cli/fixtures/console.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";

/** Runs of the same id would end each other's processes, also those of other test files. */
const random = (length: number) => new Uint8Array(randomBytes(length));
const machine = useMachine();
const host = new URL("../../hosts/node/host.js", import.meta.url).pathname;

/** Runs a task of the Node example sidecar at L3, and applies its changes to `repo`. */
async function run(ctx: TestContext, task: string, readOnly: readonly string[]) {
  if (!hasLevel3()) ctx.skip("needs bwrap and user namespaces");
  mkdirSync(join(machine.root, "repo"));
  writeFileSync(join(machine.root, "repo/a.txt"), "one\n");
  await machine.configure(
    [
      "[backends.example]",
      'type = "sidecar"',
      `command = ${JSON.stringify(process.execPath)}`,
      `args = ${JSON.stringify([host])}`,
      `read_only = ${JSON.stringify(readOnly)}`,
    ].join("\n"),
  );
  const flags = ["--backend", "example", "--root", "repo", "--sandbox", "L3", "--lane", "workspace-first"];
  return machine.run(["run", "--task", task, ...flags], { random });
}

describe("the Node example sidecar at L3", () => {
  it("works without a setting, because a program sees its own package", async (ctx) => {
    const { exit, error } = await run(ctx, "append a.txt two", []);
    expect([exit, error]).toEqual([0, expect.stringContaining("sandbox   L3")]);
    expect(readFileSync(join(machine.root, "repo/a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("sees no key, receipt or setting of ours, even in a directory that it may read", async (ctx) => {
    const { exit } = await run(ctx, `run find ${machine.root} -type f > seen.txt`, [machine.root]);
    expect(exit).toBe(0);
    expect(readdirSync(join(machine.root, "home/data/keys"))).not.toEqual([]);
    const seen = readFileSync(join(machine.root, "repo/seen.txt"), "utf8").trim().split("\n");
    const outside = seen.filter((path) => !path.includes("/.git/"));
    expect(outside.map((path) => path.slice(machine.root.length)).sort()).toEqual([
      "/backplane.toml",
      expect.stringMatching(/^\/home\/state\/workspaces\/.*\/a\.txt$/),
      expect.stringMatching(/^\/home\/state\/workspaces\/.*\/seen\.txt$/),
    ]);
  });
});
