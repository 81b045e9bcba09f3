import { homedir } from "node:os";
import type { Backend } from "../../backends/index.ts";
import {
  type ExecutionMode,
  executionMode,
  type SandboxLevel,
  userHome,
  type WorkOrder,
} from "../../contract/index.ts";
import type { Policy } from "../../policy/index.ts";
import { RunControl } from "../ending/run-control.ts";
import { RunEvents } from "../events/run-events.ts";
import { RunSecrets } from "../events/run-secrets.ts";
import { DecisionList } from "../gate/decision-list.ts";
import { higherLevel } from "../gate/enforcement.ts";
import type { RunOptions } from "../run-options.ts";
import type { RunParts } from "../run-parts.ts";
import { compileRunPolicy } from "../steps/policy.ts";
import { checkWorkOrder } from "./order-check.ts";
import { isReadOnlyRun } from "./read-only-run.ts";
import { RunListeners } from "./run-listeners.ts";

/** What is fixed before a run begins, and what its parts share. */
export interface RunSetting {
  readonly runId: string;
  readonly backend: Backend;
  readonly order: WorkOrder;
  readonly options: RunOptions;
  readonly parts: RunParts;
  readonly mode: ExecutionMode;
  /** The absolute path of the workspace. */
  readonly source: string;
  readonly policy: Policy;
  /** The least level of the sandbox that must be reached. */
  readonly required: SandboxLevel | undefined;
  readonly startedAt: Date;
  readonly control: RunControl;
  readonly events: RunEvents;
  readonly decisions: DecisionList;
  readonly listeners: RunListeners;
  /** Values that nothing of the run may record. */
  readonly secrets: RunSecrets;
  /** What went wrong without failing the run, for its receipt. */
  readonly warnings: string[];
}

/** Throws if the order or a policy is invalid, or the workspace is no directory. */
export function prepareRun(
  backend: Backend,
  order: WorkOrder,
  options: RunOptions,
  parts: RunParts,
): RunSetting {
  checkWorkOrder(order);
  const mode = executionMode(order);
  const source = parts.findWorkspace(options.workingDirectory ?? process.cwd(), order.workspace.root);
  const policy = compileRunPolicy(order.policy, options.policyFloors ?? [], {
    root: source,
    home: userHome(homedir),
  });
  const runId = options.runId ?? parts.newId();
  const secrets = new RunSecrets();
  const events = new RunEvents({ ...options, runId, mode, wallClock: parts.now, secrets });
  const listeners = new RunListeners(options);
  const { now } = events.clock;
  return {
    runId,
    backend,
    order,
    options,
    parts,
    mode,
    source,
    policy,
    required: higherLevel(
      higherLevel(order.require_sandbox, isReadOnlyRun({ order, policy, backend }) ? "L3" : undefined),
      leastLevel(options.sandbox, backend),
    ),
    startedAt: now(),
    control: new RunControl(),
    events,
    decisions: new DecisionList(now, listeners.decision),
    listeners,
    secrets,
    warnings: [...(options.warnings ?? [])],
  };
}

/** The level that the user named, else the one that the backend must have. `off` is a name for none. */
function leastLevel(sandbox: RunOptions["sandbox"], backend: Backend): SandboxLevel | undefined {
  if (sandbox === undefined || sandbox === "auto") return backend.leastLevel;
  return sandbox === "off" ? undefined : sandbox;
}
