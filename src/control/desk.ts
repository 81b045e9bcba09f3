import { AbpError } from "../contract/index.ts";
import type { ControlContext } from "./context.ts";
import type { RunDesk } from "./run-desk.ts";

/** The part of the daemon that runs work orders. Throws `run_desk_absent` if it runs none. */
export function deskOf({ desk }: Pick<ControlContext, "desk">): RunDesk {
  if (desk !== undefined) return desk;
  throw new AbpError("run_desk_absent", "This daemon runs no work orders.");
}
