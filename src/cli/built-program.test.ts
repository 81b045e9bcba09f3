import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programsFolder } from "../../test/package/programs.ts";

it("the program prints its version without loading anything, and completes words for the shell", async () => {
  const bin = join(await programsFolder(), "abp.js");
  const version = execFileSync(process.execPath, [bin, "--version"], { encoding: "utf8" });
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  const offered = execFileSync(process.execPath, [bin, "complete", "--", "receipt", "v"], {
    encoding: "utf8",
  });
  expect(offered).toMatch(/^verify\t/);
  const script = execFileSync(process.execPath, [bin, "completion", "bash"], { encoding: "utf8" });
  expect(script).toContain("complete -F");
});
