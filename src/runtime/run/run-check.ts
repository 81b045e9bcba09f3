import type { CheckRecord } from "../../contract/index.ts";
import { allowedEnvironment, type ProcessLimits } from "../../process/index.ts";
import { secretsOf } from "../../sidecar/index.ts";
import type { RunSetting } from "../setting/run-setting.ts";
import { checkResult } from "../steps/result-check.ts";
import { withGitSettings } from "./git-environment.ts";
import type { RunSession } from "./run-session.ts";
import type { RunWorkspace } from "./run-workspace.ts";

/** The check of a run's result, in the workspace and the sandbox of its agent. Undefined if none is asked for. */
export function runCheck(
  { order, options, parts, control }: Pick<RunSetting, "order" | "options" | "parts" | "control">,
  workspace: Pick<RunWorkspace, "root" | "mark">,
  session: Pick<RunSession, "confine">,
  limits: ProcessLimits | undefined,
): (() => Promise<CheckRecord>) | undefined {
  const { check } = options;
  if (check === undefined) return undefined;
  return () => {
    const environment = allowedEnvironment(process.env, [], withGitSettings(order.config.env));
    return checkResult({
      ...check,
      root: workspace.root,
      environment,
      mark: workspace.mark,
      confine: session.confine,
      secrets: secretsOf(environment),
      limits,
      startProgram: parts.startProgram,
      signal: control.signal,
    });
  };
}
