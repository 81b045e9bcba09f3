import pc from "picocolors";
import { expect, it } from "vitest";
import { daemonWarning } from "./daemon-warning.ts";

it.each([
  [true, new Error("the disk is full"), "warning a call failed: the disk is full"],
  [true, "the disk is full", "warning a call failed"],
  [false, new Error("the disk is full"), "warning a call failed"],
])("a failure of a daemon is a warning, with what failed if verbose is %s: %s", (verbose, error, line) => {
  const said: string[] = [];
  const say = (...lines: string[]) => void said.push(...lines);
  daemonWarning({ verbose, say, colors: pc.createColors(false) })("a call failed", error);
  daemonWarning({ verbose, say, colors: pc.createColors(true) })("a call failed", error);
  expect(said).toEqual([line, `\u001b[33m${line}\u001b[39m`]);
});
