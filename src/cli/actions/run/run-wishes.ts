import type { RunWishes } from "../../../runner/index.ts";
import { readCheckFlag } from "../../flags/check-flag.ts";
import type { SandboxChoice } from "../../flags/sandbox-choice.ts";
import { readPolicyFlag } from "../../flags/work-order-flags.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Reads what the flags say of a run beside its order. */
export async function readRunWishes(
  terminal: Terminal,
  options: Readonly<Record<string, unknown>>,
): Promise<RunWishes> {
  return {
    // A policy beside a work order document tightens the document's own.
    policy: options["workOrder"] === undefined ? undefined : await readPolicyFlag(terminal, options),
    sandbox: options["sandbox"] as SandboxChoice | undefined,
    check: readCheckFlag(options),
  };
}
