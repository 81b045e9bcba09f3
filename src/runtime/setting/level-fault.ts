import { AbpError } from "../../contract/index.ts";
import type { LevelWish } from "../../sandbox/index.ts";
import { isReadOnlyRun } from "./read-only-run.ts";
import type { RunSetting } from "./run-setting.ts";

/** The setting with which a user goes on without a sandbox. */
const WITHOUT = "ABP_SANDBOX__LEVEL=off";

type LevelSetting = Pick<RunSetting, "backend" | "order" | "options" | "policy" | "required" | "parts">;

/** The sandbox that a run asks for. L1 needs no sandbox: the program asks before it uses a tool. */
export function levelWish({ options, required }: Pick<RunSetting, "options" | "required">): LevelWish {
  const { sandbox = "auto" } = options;
  return {
    level: sandbox === "L1" ? "off" : sandbox,
    required: required === "L2" || required === "L3" ? required : undefined,
  };
}

/** The error of a run whose level cannot be reached on this machine. Asked before anything is staged or started. */
export async function findRunLevelFault(setting: LevelSetting): Promise<AbpError | undefined> {
  const fault = await setting.parts.findLevelFault(levelWish(setting));
  if (fault !== undefined && isReadOnlyRun(setting)) return unkeptPromise(fault);
  return fault === undefined || !isByDefault(setting) ? fault : unnamedLevel(setting, fault);
}

/** Whether only the backend asks for the level, so that the user may name a lower one. */
function isByDefault({ backend, order, options }: LevelSetting): boolean {
  const isRequired = order.require_sandbox === "L2" || order.require_sandbox === "L3";
  return backend.leastLevel !== undefined && (options.sandbox ?? "auto") === "auto" && !isRequired;
}

/** No named level lets such a run start without L3: the agent would write where nothing may change. */
function unkeptPromise(fault: AbpError): AbpError {
  const message = `the run may change nothing in its directory, and only L3 keeps that: ${fault.details["reason"] ?? fault.message}`;
  const { advice, details } = fault;
  return new AbpError(fault.code, message, { advice, details, cause: fault });
}

function unnamedLevel({ backend }: LevelSetting, fault: AbpError): AbpError {
  const { name, leastLevel } = backend;
  const message = `${name} does not start below ${leastLevel} unless you name a level: ${fault.details["reason"]}. Set ${WITHOUT} to run it without a sandbox.`;
  const { advice, details } = fault;
  return new AbpError(fault.code, message, { advice, details, cause: fault });
}
