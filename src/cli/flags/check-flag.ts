import type { RunOptions } from "../../runtime/index.ts";
import { readAmount } from "./number-flags.ts";

const DEFAULT_SECONDS = "600";

/** Reads `--verify` and `--verify-timeout`: the command that checks the result of a run. */
export function readCheckFlag(options: Readonly<Record<string, unknown>>): RunOptions["check"] {
  const command = options["verify"] as string | undefined;
  if (command === undefined) return undefined;
  const seconds = (options["verifyTimeout"] as string | undefined) ?? DEFAULT_SECONDS;
  return { command, timeoutMs: readAmount(seconds, "--verify-timeout") * 1000 };
}
