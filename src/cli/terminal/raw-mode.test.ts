import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isTerminalRaw } from "./raw-mode.ts";

let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), "abp-stty-"));
});
afterEach(() => {
  rmSync(bin, { recursive: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A terminal, of which a program `stty` says this if it is called with `-a`. */
function answer(text: string, { exit = 0, isTTY = true } = {}): boolean {
  const program = `#!/bin/sh\n[ "$*" = -a ] || exit 9\nprintf '%s' '${text}'\nexit ${exit}\n`;
  writeFileSync(join(bin, "stty"), program);
  chmodSync(join(bin, "stty"), 0o755);
  vi.stubEnv("PATH", `${bin}:/usr/bin:/bin`);
  vi.spyOn(process, "stdin", "get").mockReturnValue({ isTTY } as never);
  return isTerminalRaw();
}

it.each([
  ["isig icanon -echo", false],
  ["isig -icanon echo", true],
  ["-icanon", true],
  ["isig;\n-icanon -echo", true],
  ["x-icanon", false],
  ["-icanons", false],
  ["", false],
])("a terminal with the settings %j is raw: %s", (text, isRaw) => {
  expect(answer(text)).toBe(isRaw);
});

it("a terminal is not raw if nobody knows it", () => {
  expect(answer("-icanon", { exit: 1 })).toBe(false);
  expect(answer("-icanon", { isTTY: false })).toBe(false);
  vi.stubEnv("PATH", join(bin, "none"));
  expect(isTerminalRaw()).toBe(false);
});
