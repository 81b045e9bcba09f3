/** Checks somebody's sidecar against the protocol. */

export {
  type CheckSettings,
  type CheckTasks,
  defaultCheckSettings,
} from "./check-settings.ts";
export { type CheckRequest, checkSidecar } from "./check-sidecar.ts";
export type { CheckReport, CheckResult, CheckVerdict } from "./report.ts";
