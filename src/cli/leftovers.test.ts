import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endLeftovers } from "./leftovers.ts";
import type { Terminal } from "./terminal/terminal.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-leftovers-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function sweep(name: string): Promise<string[]> {
  const said: string[] = [];
  const colors = { yellow: (text: string) => text } as Terminal["colors"];
  await endLeftovers({ say: (...lines) => said.push(...lines), colors }, { workspace_dir: join(root, name) });
  return said;
}

describe("the leftovers of killed runs", () => {
  it("are none if nothing was staged", async () => {
    mkdirSync(join(root, "empty"));
    expect([...(await sweep("empty")), ...(await sweep("not-there"))]).toEqual([]);
  });

  it("are not looked for in a directory that others can write, and the command goes on", async () => {
    mkdirSync(join(root, "open/run"), { recursive: true });
    chmodSync(join(root, "open"), 0o777);
    expect(await sweep("open")).toEqual([
      expect.stringContaining(
        "warning the leftovers of killed runs could not be removed: The directory of stages",
      ),
    ]);
  });
});
