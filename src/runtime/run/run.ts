import type { BackendFacts, BackendSession, RunReport } from "../../backends/index.ts";
import {
  type AbpError,
  type EmulationRecord,
  formatTimestamp,
  type Usage,
  type WorkOrder,
} from "../../contract/index.ts";
import {
  type Decision,
  defaultEmulators,
  type EmulatorSet,
  prepareOrder,
  QUESTION_EMULATOR,
} from "../../negotiation/index.ts";
import { APPROVAL_TIMEOUT_MS, denyingApprover } from "../../policy/index.ts";
import { repairAnswer } from "../answer/answer-repair.ts";
import { LastMessage } from "../answer/last-message.ts";
import { endOf, endWith, failureOf, type RunEnd } from "../ending/run-end.ts";
import { errorEvent, questionEvent, repairEvent, steerEvent } from "../events/own-events.ts";
import { refuseLevel } from "../gate/enforcement.ts";
import { ToolGate } from "../gate/tool-gate.ts";
import { RunHome } from "../homes/run-home.ts";
import { RunLimits } from "../limits/run-limits.ts";
import { RunAccount } from "../model-calls/run-account.ts";
import { answerQuestions } from "../questions/answer-questions.ts";
import { askUser } from "../questions/ask-user.ts";
import type { RunResult } from "../run-handle.ts";
import { findRunLevelFault } from "../setting/level-fault.ts";
import type { RunSetting } from "../setting/run-setting.ts";
import { dispatchOrder } from "../steps/dispatch.ts";
import { negotiateRun } from "../steps/negotiate.ts";
import { observeEvents } from "../steps/observe.ts";
import { type RunFacts, recordRun } from "../steps/receipt.ts";
import { joinReports } from "./joined-report.ts";
import { runCheck } from "./run-check.ts";
import { RunKeeping } from "./run-keeping.ts";
import { RunMachine } from "./run-machine.ts";
import { RunSession } from "./run-session.ts";
import { RunWorkspace } from "./run-workspace.ts";
import { verifiedEnd } from "./verified-end.ts";

/** How often an answer that breaks its schema is asked for again, unless the options say so. */
const DEFAULT_REPAIR_ROUNDS = 1;

/** One run of a work order, from its first step to its receipt. */
export class Run {
  readonly #setting: RunSetting;
  readonly #home: RunHome;
  readonly #account: RunAccount;
  readonly #workspace: RunWorkspace;
  readonly #machine: RunMachine;
  readonly #session: RunSession;
  readonly #keeping: RunKeeping;
  readonly #gate: ToolGate;
  readonly #limits: RunLimits;
  #facts: BackendFacts | undefined;
  #decision: Decision | undefined;
  readonly #emulators: EmulatorSet;
  #applied: readonly EmulationRecord[] = [];
  #lastMessage = new LastMessage();
  /** What the backend reported of each turn. */
  readonly #reports: RunReport[] = [];
  /** Whether the backend can continue a conversation. */
  #canContinue = false;
  #hasBegun: boolean;
  /** Whether the agent's work is over. */
  #hasEnded = false;

  constructor(setting: RunSetting) {
    const { runId, backend, order, options, policy, decisions, control, events } = setting;
    this.#setting = setting;
    this.#hasBegun = options.hasBegun === true;
    this.#emulators = options.emulators ?? defaultEmulators;
    this.#home = new RunHome(setting);
    this.#account = new RunAccount(setting);
    this.#workspace = new RunWorkspace(setting, this.#home);
    this.#machine = new RunMachine(setting);
    this.#session = new RunSession(setting, {
      machine: this.#machine,
      workspace: this.#workspace,
      home: this.#home,
      account: this.#account,
    });
    this.#keeping = new RunKeeping(setting, {
      workspace: this.#workspace,
      home: this.#home,
      account: this.#account,
      session: this.#session,
    });
    this.#gate = new ToolGate({
      runId,
      backend: backend.name,
      policy,
      approver: options.approver ?? denyingApprover,
      approvalTimeoutMs: options.approvalTimeoutMs ?? APPROVAL_TIMEOUT_MS,
      decisions,
    });
    this.#limits = new RunLimits(
      {
        order,
        backendTimeoutMs: backend.timeoutMs,
        idleMs: backend.idleMs ?? options.idleTimeoutMs,
        calls: this.#account.calls,
        meteredCostUsd: this.#account.spentUsd,
      },
      control,
    );
    this.#account.onSpent = () => this.#limits.checkBudget();
    this.#facts = backend.known;
    events.onStoreFailure = (error) => control.end(failureOf(error), "failed");
  }

  /** Runs the order. Rejects only if no receipt can be written. */
  async execute(): Promise<RunResult> {
    this.#limits.start();
    const end = await this.#perform();
    this.#hasEnded = true;
    let result: RunResult | undefined;
    try {
      result = await this.#conclude(end);
      return result;
    } finally {
      await this.#keeping.finish(result !== undefined && result.error === undefined);
    }
  }

  /** Stops or ends the agent, closes what the run had open, and records it. */
  async #conclude(performed: RunEnd): Promise<RunResult> {
    const { events, listeners, warnings } = this.#setting;
    let end = performed;
    const sessionEnd = (await this.#keeping.suspend(end)) ?? (await this.#session.close());
    const modelCalls = await this.#account.close(end.report);
    this.#limits.stop();
    const check = runCheck(this.#setting, this.#workspace, this.#session, this.#machine.processLimits);
    const isConfined = this.#session.enforcement.level === "L3";
    const workspace = await this.#workspace.verify(end, isConfined, check);
    this.#machine.close();
    await this.#home.close(end.report.session, this.#keeping.isSuspended);
    if (end.error === undefined) end = verifiedEnd(end, workspace, this.#setting.control.cause);
    if (end.error !== undefined) {
      // The store takes events of runs that have begun. A run that was refused before has not.
      await this.#begin().catch((error: unknown) => warnings.push(failureOf(error).message));
      events.recorder.add(errorEvent(events.clock.now(), end.error));
    }
    listeners.step("receipt");
    await events.close();
    return this.#record(end, { sessionEnd, modelCalls, workspace });
  }

  /** What the model calls that have ended so far used; undefined if none are metered. */
  spent(): Usage | undefined {
    return this.#account.spent();
  }

  /** Gives the agent a message of the user. False if it cannot take one now. */
  steer(text: string): boolean {
    const isTaken = !this.#hasEnded && this.#session.steer(text);
    const { recorder, clock } = this.#setting.events;
    if (isTaken) recorder.add(steerEvent(clock.now(), text));
    return isTaken;
  }

  async #record(
    end: RunEnd,
    found: Pick<RunFacts, "sessionEnd" | "modelCalls" | "workspace">,
  ): Promise<RunResult> {
    const { runId, backend, order, options, mode, policy, startedAt, decisions, events, warnings, secrets } =
      this.#setting;
    const { clock, trace } = events;
    const finishedAt = clock.now();
    const { enforcement } = this.#session;
    const { recorded, error } = await recordRun(
      {
        order,
        runId,
        mode,
        startedAt,
        finishedAt,
        clock: clock.record(),
        software: options.software,
        backend: this.#facts ?? { identity: unknownIdentity(backend.name), capabilities: {} },
        policy,
        enforcement,
        decisions,
        decision: this.#decision,
        emulations: this.#applied,
        projection: options.projection,
        trace,
        budget: this.#limits.budget(),
        ...found,
        resumedRun: this.#home.resumedRun,
        warnings,
        secrets,
      },
      end,
      options.log,
    );
    return {
      ...recorded,
      decision: this.#decision,
      error,
      patch: found.workspace?.patch,
      decisions: decisions.entries,
      enforcement,
    };
  }

  /** Does everything up to the end of the backend's work. Never rejects. */
  async #perform(): Promise<RunEnd> {
    const { listeners, control } = this.#setting;
    try {
      listeners.step("resolve");
      listeners.step("policy");
      const fault = this.#setting.backend.findFault?.();
      if (fault !== undefined) return endWith(fault, "refused");
      await this.#home.find();
      const refused = this.#negotiate();
      if (refused !== undefined) return endWith(refused, "refused");
      const unreached = await findRunLevelFault(this.#setting);
      if (unreached !== undefined) return endWith(unreached, "refused");
      await this.#begin();
      this.#stopIfEnded();
      await this.#home.open();
      await this.#workspace.open();
      await this.#machine.open(this.#writtenDirectories());
      return await this.#work();
    } catch (failure) {
      return endOf(failure, control.cause);
    }
  }

  /** The directories on disk that the agent writes into. */
  #writtenDirectories(): string[] {
    return [this.#workspace.stage?.written, this.#home.path].filter((path) => path !== undefined);
  }

  #stopIfEnded(): void {
    const { cause } = this.#setting.control;
    if (cause !== undefined) throw cause.error;
  }

  /** Decides whether the backend may run the order, as soon as its facts are known. */
  #negotiate(): AbpError | undefined {
    if (this.#facts === undefined || this.#decision !== undefined) return undefined;
    const { listeners, parts, order, backend, options, mode, events } = this.#setting;
    listeners.step("negotiate");
    const { decision, error, canContinue } = negotiateRun({
      decisionId: parts.newId(),
      order,
      backend: { name: backend.name, dialect: backend.dialect ?? this.#account.dialect },
      facts: this.#facts,
      mode: options.mode,
      execution: mode,
      emulators: this.#emulators,
      isAttended: options.user !== undefined,
      at: formatTimestamp(events.clock.now()),
    });
    this.#decision = decision;
    this.#canContinue = canContinue;
    return error;
  }

  async #begin(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { runId, backend, order, options, startedAt, mode } = this.#setting;
    await options.log?.ledger.begin({
      runId,
      workOrderId: order.id,
      startedAt,
      backendId: recordableId(this.#facts?.identity.id ?? backend.name),
      mode,
    });
  }

  /** Starts the backend, hands it the order if it may run it, takes its events, and has its answer repaired. */
  async #work(): Promise<RunEnd> {
    const { listeners, order, mode, options, runId, events, warnings } = this.#setting;
    listeners.step("dispatch");
    const kept = await this.#keeping.take();
    this.#account.open(kept?.access);
    const session = await this.#session.open(kept);
    this.#facts = session.facts;
    const unfit = this.#negotiate() ?? refuseLevel(this.#session.enforcement);
    if (unfit !== undefined) return endWith(unfit, "refused");
    await this.#workspace.ready();
    this.#stopIfEnded();
    listeners.step("observe");
    const plan = this.#decision?.plan ?? [];
    const { order: prepared, applied } = prepareOrder(order, plan, this.#emulators.orders);
    this.#applied = applied;
    const first = await this.#takeEvents(session, prepared);
    const turns = {
      runId,
      hasTurnLeft: () => this.#limits.hasTurnLeft(),
      lastMessage: () => this.#lastMessage.text,
      takeTurn: (further: WorkOrder) => this.#takeTurn(further),
    };
    const mayAsk = plan.some(({ emulator }) => emulator === QUESTION_EMULATOR);
    const answered = mayAsk
      ? await answerQuestions(first, order, {
          ...turns,
          ask: (question) => this.#askUser(question),
          warn: (message) => warnings.push(message),
        })
      : first;
    const { end, repair } = await repairAnswer(answered, order, {
      ...turns,
      rounds: mode === "passthrough" ? 0 : (options.repairRounds ?? DEFAULT_REPAIR_ROUNDS),
      canResume: this.#canContinue,
      onRepair: (round) => events.recorder.add(repairEvent(events.clock.now(), round)),
    });
    if (repair !== undefined) this.#applied = [...applied, repair];
    return end;
  }

  /** Hands an order to the backend and takes its events up to its report. */
  async #takeEvents(session: BackendSession, order: WorkOrder): Promise<RunEnd> {
    const { runId, mode, control, events } = this.#setting;
    this.#gate.asks = session.facts.asksBeforeTools;
    this.#lastMessage = new LastMessage();
    const batches = dispatchOrder(session, order, this.#workspace.stage, {
      runId,
      mode,
      signal: control.signal,
      now: events.clock.now,
      maxOutputBytes: order.limits?.output_bytes,
      onToolRequest: (request, signal) => this.#limits.whileAsked(this.#gate.decide(request, signal)),
    });
    const observers = {
      recorder: events.recorder,
      limits: this.#limits,
      gate: this.#gate,
      lastMessage: this.#lastMessage,
      control,
    };
    const report = await observeEvents(batches, observers);
    if (report !== undefined) this.#reports.push(report);
    const whole = joinReports(this.#reports);
    const { cause } = control;
    if (cause !== undefined) return endWith(cause.error, cause.reason, whole);
    return {
      report: whole!,
      termination: { reason: report!.outcome === "failed" ? "failed" : "completed" },
      error: undefined,
    };
  }

  /** Puts a question of the agent to the user, and records both. Undefined without an answer in time. */
  async #askUser(text: string): Promise<string | undefined> {
    const { runId, backend, options, control, events } = this.#setting;
    const answer = await this.#limits.whileAsked(
      askUser(
        options.user!,
        { runId, backend: backend.name, text },
        control.signal,
        options.approvalTimeoutMs,
      ),
    );
    if (!control.signal.aborted) events.recorder.add(questionEvent(events.clock.now(), text, answer));
    return answer;
  }

  /** Starts the backend once more, in the same workspace and home, and gives it another order. Undefined if it cannot take one. */
  async #takeTurn(order: WorkOrder): Promise<RunEnd | undefined> {
    const { control, warnings } = this.#setting;
    this.#limits.nextOrder();
    try {
      await this.#session.close();
      this.#stopIfEnded();
      const session = await this.#session.open();
      const unfit = refuseLevel(this.#session.enforcement);
      if (unfit !== undefined) throw unfit;
      return await this.#takeEvents(session, order);
    } catch (error) {
      const { cause } = control;
      if (cause !== undefined) return endWith(cause.error, cause.reason, joinReports(this.#reports));
      warnings.push(`the agent could not be given another message: ${failureOf(error).message}`);
      return undefined;
    }
  }
}

/** The receipt of an interrupted run has nothing but this to name its backend by. */
function recordableId(id: string): string {
  return id === "" ? "unknown" : id.toWellFormed();
}

function unknownIdentity(id: string): BackendFacts["identity"] {
  return { id, backend_version: null, adapter_version: null };
}
