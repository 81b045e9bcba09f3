import { homedir } from "node:os";
import {
  type Backend,
  type BackendFacts,
  type BackendSession,
  type SessionEnd,
  unconfined,
} from "../backends/index.ts";
import {
  type AbpError,
  type EnforcementRecord,
  formatTimestamp,
  type WorkOrder,
  wireErrorCode,
} from "../contract/index.ts";
import type { Decision } from "../negotiation/index.ts";
import { APPROVAL_TIMEOUT_MS, denyingApprover, type Policy } from "../policy/index.ts";
import type { Stage } from "../workspace/index.ts";
import { RunControl } from "./ending/run-control.ts";
import { endWith, failureOf, type RunEnd } from "./ending/run-end.ts";
import { RunEvents } from "./events/run-events.ts";
import { executionMode } from "./execution-mode.ts";
import { DecisionList } from "./gate/decision-list.ts";
import { describeEnforcement, higherLevel, refuseLevel } from "./gate/enforcement.ts";
import { ToolGate } from "./gate/tool-gate.ts";
import { RunLimits } from "./limits/run-limits.ts";
import { checkWorkOrder } from "./order-check.ts";
import type { RunResult, RunStep } from "./run-handle.ts";
import type { RunOptions } from "./run-options.ts";
import type { RunParts } from "./run-parts.ts";
import { dispatchOrder, openSession } from "./steps/dispatch.ts";
import { negotiateRun } from "./steps/negotiate.ts";
import { observeEvents } from "./steps/observe.ts";
import { compileRunPolicy } from "./steps/policy.ts";
import { recordRun } from "./steps/receipt.ts";
import { stageWorkspace } from "./steps/stage.ts";
import { verifyWorkspace, type WorkspaceFindings } from "./steps/verify.ts";
import { workspacePath } from "./workspace-path.ts";

/** One run of a work order, from its check to its receipt. */
export class Run {
  readonly runId: string;
  readonly control = new RunControl();
  readonly events: RunEvents;
  readonly #backend: Backend;
  readonly #order: WorkOrder;
  readonly #options: RunOptions;
  readonly #parts: RunParts;
  readonly #source: string;
  readonly #policy: Policy;
  readonly #mode: ReturnType<typeof executionMode>;
  readonly #startedAt: Date;
  readonly #decisions: DecisionList;
  readonly #gate: ToolGate;
  readonly #limits: RunLimits;
  readonly #required: EnforcementRecord["required"];
  readonly #warnings: string[] = [];
  #facts: BackendFacts | undefined;
  #decision: Decision | undefined;
  #stage: Stage | undefined;
  #session: BackendSession | undefined;
  #hasBegun = false;
  #listenerError: { readonly error: unknown } | undefined;

  /** Throws where the order or a policy is invalid. */
  constructor(backend: Backend, order: WorkOrder, options: RunOptions, parts: RunParts) {
    this.#backend = backend;
    this.#order = order;
    this.#options = options;
    this.#parts = parts;
    checkWorkOrder(order);
    this.#mode = executionMode(order);
    this.#source = workspacePath(options.workingDirectory ?? process.cwd(), order.workspace.root);
    const places = { root: this.#source, home: homedir() };
    this.#policy = compileRunPolicy(order.policy, options.policyFloors ?? [], places);
    this.runId = parts.newId();
    this.events = new RunEvents({ ...options, runId: this.runId, mode: this.#mode, wallClock: parts.now });
    const { now } = this.events.clock;
    this.#startedAt = now();
    this.#decisions = new DecisionList(now, (record) => this.#notify(() => options.onDecision?.(record)));
    this.#gate = new ToolGate({
      runId: this.runId,
      backend: backend.name,
      policy: this.#policy,
      approver: options.approver ?? denyingApprover,
      approvalTimeoutMs: options.approvalTimeoutMs ?? APPROVAL_TIMEOUT_MS,
      decisions: this.#decisions,
    });
    const { meteredCostUsd } = options;
    this.#limits = new RunLimits(
      { order, backendTimeoutMs: backend.timeoutMs, meteredCostUsd },
      this.control,
    );
    const { sandbox } = options;
    const named = sandbox === "auto" || sandbox === "off" ? undefined : sandbox;
    this.#required = higherLevel(order.require_sandbox, named);
    this.#facts = backend.known;
    this.events.onStoreFailure = (error) => this.control.end(failureOf(error), "failed");
  }

  /** Runs the order. Rejects only where no receipt can be written. */
  async execute(): Promise<RunResult> {
    this.#limits.start();
    let end = await this.#perform();
    const sessionEnd = await this.#closeSession();
    this.#limits.stop();
    const workspace = await this.#verify(end);
    if (end.error === undefined && workspace?.error !== undefined)
      end = endWith(workspace.error, "failed", end.report);
    if (end.error !== undefined) {
      // The store takes events of runs that have begun. A run that was refused before has not.
      await this.#begin().catch((error: unknown) => this.#warnings.push(failureOf(error).message));
      this.#addErrorEvent(end.error);
    }
    this.#step("receipt");
    await this.events.close();
    const { clock } = this.events;
    const finishedAt = clock.now();
    const facts = this.#facts ?? { identity: unknownIdentity(this.#backend.name), capabilities: {} };
    const enforcement = this.#enforcement();
    const { recorded, error } = await recordRun(
      {
        order: this.#order,
        runId: this.runId,
        mode: this.#mode,
        startedAt: this.#startedAt,
        finishedAt,
        clock: clock.record(),
        software: this.#options.software,
        backend: facts,
        policy: this.#policy,
        enforcement,
        decisions: this.#decisions,
        decision: this.#decision,
        projection: this.#options.projection,
        trace: this.events.trace,
        budget: this.#budget(),
        sessionEnd,
        workspace,
        warnings: this.#warnings,
      },
      end,
      this.#options.log,
    );
    return {
      ...recorded,
      decision: this.#decision,
      error,
      patch: workspace?.patch,
      decisions: this.#decisions.entries,
      enforcement,
    };
  }

  async #closeSession(): Promise<SessionEnd> {
    try {
      return (await this.#session?.close()) ?? {};
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#warnings.push(`the session of the backend could not be closed: ${reason}`);
      return {};
    }
  }

  /** The error of a listener that threw. */
  get listenerError(): { readonly error: unknown } | undefined {
    return this.#listenerError;
  }

  /** Does everything up to the end of the backend's work. Never rejects. */
  async #perform(): Promise<RunEnd> {
    try {
      this.#step("resolve");
      this.#step("policy");
      const refused = this.#negotiate();
      if (refused !== undefined) return endWith(refused, "refused");
      this.#stopIfEnded();
      await this.#begin();
      this.#stopIfEnded();
      await this.#openStage();
      const unfit = await this.#openSession();
      if (unfit !== undefined) return endWith(unfit, "refused");
      this.#stopIfEnded();
      return await this.#observe();
    } catch (failure) {
      const { cause } = this.control;
      if (cause !== undefined) return endWith(cause.error, cause.reason);
      const error = failureOf(failure);
      return endWith(error, error.code === "sandbox_level_unmet" ? "refused" : "failed");
    }
  }

  #stopIfEnded(): void {
    const { cause } = this.control;
    if (cause !== undefined) throw cause.error;
  }

  /** Decides whether the backend may run the order, as soon as its facts are known. */
  #negotiate(): AbpError | undefined {
    if (this.#facts === undefined || this.#decision !== undefined) return undefined;
    this.#step("negotiate");
    const { decision, error } = negotiateRun({
      decisionId: this.#parts.newId(),
      order: this.#order,
      backend: this.#backend,
      facts: this.#facts,
      mode: this.#options.mode,
      execution: this.#mode,
      at: formatTimestamp(this.events.clock.now()),
    });
    this.#decision = decision;
    return error;
  }

  async #begin(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    await this.#options.log?.ledger.begin({
      runId: this.runId,
      workOrderId: this.#order.id,
      startedAt: this.#startedAt,
      backendId: this.#facts?.identity.id ?? this.#backend.name,
      mode: this.#mode,
    });
  }

  async #openStage(): Promise<void> {
    if (!this.#backend.needsWorkspace) return;
    this.#step("stage");
    const { workspaceDir, stageBudget, stageMethod } = this.#options;
    await this.#sweep(workspaceDir);
    this.#stage = await stageWorkspace(
      {
        runId: this.runId,
        order: this.#order,
        source: this.#source,
        policy: this.#policy,
        stagesDir: workspaceDir,
        budget: stageBudget,
        method: stageMethod,
        signal: this.control.signal,
      },
      this.#parts.openStage,
    );
  }

  /** Ends what killed runtimes left behind. It is no reason to fail this run. */
  async #sweep(stagesDir: string | undefined): Promise<void> {
    if (stagesDir === undefined) return;
    try {
      await this.#parts.sweepRuns(stagesDir);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#warnings.push(`the leftovers of earlier runs could not be removed: ${reason}`);
    }
  }

  /** Starts the backend. Returns the error where it may not run the order. */
  async #openSession(): Promise<AbpError | undefined> {
    this.#step("dispatch");
    const { sandbox = "auto", sandboxReadOnly, gateway, workspaceDir, runsDir } = this.#options;
    const needsConfinement = this.#required === "L2" || this.#required === "L3";
    const staged = this.#stage?.isolation === "none" ? [] : [this.#source];
    this.#session = await openSession(
      this.#backend,
      {
        runId: this.runId,
        workspaceRoot: this.#stage?.root ?? this.#source,
        environment: this.#order.config.env,
        sandbox: {
          level: sandbox === "L1" ? "off" : sandbox,
          required: needsConfinement ? this.#required : undefined,
          policy: this.#policy,
          readOnly: sandboxReadOnly,
          hidden: [...staged, ...[workspaceDir, runsDir].filter((path) => path !== undefined)],
          gateway,
          onDecision: this.#decisions.add,
        },
        mayReuse: this.#mode === "mapped",
        now: this.events.clock.now,
      },
      this.control,
    );
    this.#facts = this.#session.facts;
    this.#gate.asks = this.#session.facts.asksBeforeTools;
    return this.#negotiate() ?? refuseLevel(this.#enforcement());
  }

  async #observe(): Promise<RunEnd> {
    this.#step("observe");
    const events = dispatchOrder(this.#session!, this.#order, this.#stage, {
      runId: this.runId,
      mode: this.#mode,
      signal: this.control.signal,
      now: this.events.clock.now,
      maxOutputBytes: this.#order.limits?.output_bytes,
      onToolRequest: (request, signal) => this.#gate.decide(request, signal),
    });
    const { recorder } = this.events;
    const observers = { recorder, limits: this.#limits, gate: this.#gate, control: this.control };
    const report = await observeEvents(events, observers);
    const { cause } = this.control;
    if (cause !== undefined) return endWith(cause.error, cause.reason, report);
    return {
      report: report!,
      termination: { reason: report!.outcome === "failed" ? "failed" : "completed" },
      error: undefined,
    };
  }

  /** Takes the findings about the workspace and removes the stage. Every process of the run has ended. */
  async #verify(end: RunEnd): Promise<WorkspaceFindings | undefined> {
    const stage = this.#stage;
    if (stage === undefined) return undefined;
    this.#step("verify");
    const isDone = end.error === undefined && end.report.outcome !== "failed";
    const findings = await verifyWorkspace(
      {
        runId: this.runId,
        stage,
        policy: this.#policy,
        decisions: this.#decisions,
        runsDir: this.#options.runsDir,
        apply: isDone && this.#order.lane === "workspace_first",
        signal: this.control.killed,
      },
      this.#parts,
    );
    try {
      const left = await stage.remove();
      if (left.length > 0) this.#warnings.push(`${left.length} paths of the stage could not be removed`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#warnings.push(`the stage could not be removed: ${reason}`);
    }
    return findings;
  }

  #enforcement(): EnforcementRecord {
    const confinement = this.#session?.confinement ?? unconfined("no process was started");
    return describeEnforcement({
      confinement,
      asksBeforeTools: this.#session?.facts.asksBeforeTools ?? false,
      isStaged: this.#stage !== undefined && this.#stage.isolation !== "none",
      required: this.#required,
    });
  }

  #budget() {
    const { max_budget_usd } = this.#order.config;
    if (max_budget_usd === null) return undefined;
    const { reportedUsd, meteredUsd = null } = this.#limits.spending;
    return { limit_usd: max_budget_usd, reported_usd: reportedUsd, metered_usd: meteredUsd };
  }

  #addErrorEvent(error: AbpError): void {
    this.events.recorder.add({
      ts: formatTimestamp(this.events.clock.now()),
      type: "error",
      message: error.message.toWellFormed(),
      error_code: wireErrorCode(error.code),
    });
  }

  #step(step: RunStep): void {
    this.#notify(() => this.#options.onStep?.(step));
  }

  /** Calls a listener of the caller. One that throws is not called again; the run goes on. */
  #notify(call: () => void): void {
    if (this.#listenerError !== undefined) return;
    try {
      call();
    } catch (error) {
      this.#listenerError = { error };
    }
  }
}

function unknownIdentity(id: string): BackendFacts["identity"] {
  return { id, backend_version: null, adapter_version: null };
}
