import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchParent } from "./parent-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the watch on the program that drives this one", () => {
  it("says once that it is gone", () => {
    const source = { ppid: 7, isDriven: () => true };
    const onGone = vi.fn();
    watchParent(onGone, source);
    vi.advanceTimersByTime(5000);
    expect(onGone).not.toHaveBeenCalled();
    source.ppid = 1;
    vi.advanceTimersByTime(500);
    expect(onGone).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(5000);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it("does not watch if nobody writes to its input", () => {
    const source = { ppid: 7, isDriven: () => false };
    const onGone = vi.fn();
    watchParent(onGone, source);
    source.ppid = 1;
    vi.advanceTimersByTime(5000);
    expect(onGone).not.toHaveBeenCalled();
  });
});

describe("the watch on the program behind standard input", () => {
  /** Starts a shell text with `$NODE` as a program that watches, and gives its output. */
  const run = (text: string, stdin: "pipe" | "ignore") => {
    const watch = resolve(import.meta.dirname, "parent-watch.ts");
    const program = [
      `import { watchParent } from ${JSON.stringify(watch)};`,
      'globalThis.setInterval = (_, ms) => ({ unref: () => console.log("watches", ms) });',
      "watchParent(() => undefined);",
    ].join("\n");
    const { stdout } = spawnSync("/bin/sh", ["-c", text], {
      env: { ...process.env, PROGRAM: program, NODE: process.execPath },
      stdio: [stdin, "pipe", "inherit"],
      encoding: "utf8",
    });
    return stdout;
  };
  const NODE = 'exec "$NODE" --input-type=module -e "$PROGRAM"';

  it.each([
    ["a socket", NODE, "pipe"],
    ["a pipe", `echo | { ${NODE}; }`, "ignore"],
  ] as const)("is kept if that is %s", (_, text, stdin) => {
    expect(run(text, stdin)).toBe("watches 500\n");
  });

  it.each([
    ["a file", NODE],
    ["closed", `${NODE} <&-`],
  ])("is not kept if that is %s", (_, text) => {
    expect(run(text, "ignore")).toBe("");
  });
});
