import { existsSync } from "node:fs";
import { join } from "node:path";
import { collectOutput } from "../crash/home/abp-command.ts";
import type { Violation } from "../crash/home-run.ts";
import { type LedgerView, readLedger } from "../crash/oracle/ledger-view.ts";
import { compareVerifiers } from "../crash/oracle/verifiers.ts";
import { ORIGIN, RunHome, TENANT } from "./home/run-home.ts";
import { killAt, killRun } from "./killed-run.ts";
import { findLeftovers } from "./oracle/leftovers.ts";
import { endProcess, type FoundProcess, findProcesses, waitForNone } from "./oracle/processes.ts";
import { checkReceipts } from "./oracle/receipt-check.ts";
import { checkTraces, readTraces } from "./oracle/trace-check.ts";
import { digestTree } from "./oracle/tree-digest.ts";
import { type Rehearsals, readReceipt } from "./rehearsal.ts";
import type { Schedule } from "./schedule.ts";

/** The time in which no process of a killed run is left, if it ran in a sandbox of the level L3. */
const SANDBOX_LIMIT_MS = 2000;
const EMPTY_LEDGER: LedgerView = { logs: [], openRuns: [] };

/** The numbers of one home, to be added up. */
export interface Counts {
  killed: number;
  /** Killed runs that had processes, and that had a stage, at the moment of the kill. */
  withProcesses: number;
  withStage: number;
  receipts: number;
  interrupted: number;
  events: number;
}

/** Runs the seeds of one home: kill a run, look at what it left, start again, and check. */
export class HomeRun {
  readonly violations: Violation[] = [];
  readonly counts: Counts = {
    killed: 0,
    withProcesses: 0,
    withStage: 0,
    receipts: 0,
    interrupted: 0,
    events: 0,
  };
  /** The levels of sandboxes that were used. */
  readonly levels = new Set<string>();
  readonly #home: RunHome;
  readonly #rehearsals: Rehearsals;
  readonly #source: string;
  readonly #onViolation: (line: string) => void;

  constructor(rehearsals: Rehearsals, onViolation: (line: string) => void, abp?: string) {
    this.#home = new RunHome(abp);
    this.#source = digestTree(this.#home.source);
    this.#rehearsals = rehearsals;
    this.#onViolation = onViolation;
  }

  async runSeed(schedule: Schedule): Promise<void> {
    const { seed } = schedule;
    const rehearsal = await this.#rehearsals.find(this.#home, schedule);
    this.levels.add(rehearsal.level);
    const bystander = schedule.hasBystander ? collectOutput(this.#home.startRun(schedule)) : undefined;
    if (await killRun(this.#home, schedule, rehearsal)) this.counts.killed += 1;
    await this.#lookAtKill(seed, rehearsal.level);
    const kills = [this.#read()];
    if (schedule.secondKill !== undefined) {
      await this.#home.startAgain(killAt(schedule.secondKill, rehearsal.operations));
      kills.push(this.#read());
    } else if (bystander === undefined) await this.#lookAfterReading(seed, kills);
    const { code, text } = await this.#home.startAgain();
    if (code !== 0) this.#note(seed, [`the next start ended with ${code}: ${text.slice(-600)}`]);
    const living = new Set<string>();
    for (const output of [text, (await bystander)?.text]) {
      const runId = output === undefined ? undefined : readReceipt(output)?.meta.run_id;
      if (runId !== undefined) living.add(runId);
      else if (output !== undefined) this.#note(seed, [`a run that nobody killed has no receipt: ${output}`]);
    }
    this.#endSurvivors(
      seed,
      "after the next start",
      findProcesses(kills.flatMap((view) => this.#texts(view))),
    );
    this.#note(seed, findLeftovers(this.#home.root, this.#home.stages));
    const restarted = this.#read();
    this.#note(seed, checkReceipts(kills, restarted, living));
    this.#checkEvents(seed, restarted);
    if (schedule.mode === "pass_through") this.#home.restore();
    if (digestTree(this.#home.source) !== this.#source) this.#note(seed, ["the workspace was changed"]);
  }

  /** The checks of the whole home, after its last seed: both verifiers, and the command. */
  async finish(lastSeed: number): Promise<void> {
    const view = this.#read();
    const entries = view.logs.flatMap((log) => log.entries);
    this.counts.receipts = entries.length;
    this.counts.interrupted = entries.filter(
      ({ receipt }) => receipt.termination?.reason === "interrupted",
    ).length;
    this.#note(lastSeed, await compareVerifiers(this.#logCases(view)));
    const { code, text } = await this.#home.run(["receipt", "log", "--check"]);
    if (code !== 0) this.#note(lastSeed, [`abp receipt log --check ended with ${code}: ${text.slice(-600)}`]);
  }

  close(): void {
    for (const { pid } of findProcesses([this.#home.mark])) endProcess(pid);
    this.#home.close();
  }

  /** Looks at the processes and stages of the run that was just killed. */
  async #lookAtKill(seed: number, level: string): Promise<void> {
    const texts = this.#texts(this.#read());
    if (findProcesses(texts).length > 0) this.counts.withProcesses += 1;
    if (findLeftovers(this.#home.root, this.#home.stages).length > 0) this.counts.withStage += 1;
    if (level !== "L3") return;
    const left = await waitForNone(texts, SANDBOX_LIMIT_MS);
    this.#endSurvivors(seed, `${SANDBOX_LIMIT_MS} ms after the kill at ${level}`, left);
  }

  /** A command that only opens the store ends what the killed run left, too. */
  async #lookAfterReading(seed: number, kills: readonly LedgerView[]): Promise<void> {
    const { code, text } = await this.#home.run(["receipt", "log"]);
    if (code !== 0) this.#note(seed, [`abp receipt log ended with ${code}: ${text.slice(-600)}`]);
    const texts = kills.flatMap((view) => this.#texts(view));
    this.#endSurvivors(seed, "after a command that opens the store", findProcesses(texts));
    this.#note(seed, findLeftovers(this.#home.root, this.#home.stages));
  }

  #checkEvents(seed: number, view: LedgerView): void {
    const problems: string[] = [];
    const traces = readTraces(this.#home.receipts, problems);
    this.#note(seed, [...problems, ...checkTraces(view, traces)]);
    this.counts.events = [...traces.values()].reduce((sum, { events }) => sum + events, 0);
  }

  #endSurvivors(seed: number, when: string, left: readonly FoundProcess[]): void {
    for (const { pid, command } of left) {
      this.#note(seed, [`process ${pid} (${command.slice(0, 200)}) is left ${when}`]);
      endProcess(pid);
    }
  }

  /** Texts that every process of a run has one of, and no other process. */
  #texts(view: LedgerView): string[] {
    return [this.#home.mark, ...view.openRuns];
  }

  #read(): LedgerView {
    return existsSync(join(this.#home.receipts, "ledger.db"))
      ? readLedger(this.#home.receipts)
      : EMPTY_LEDGER;
  }

  #logCases(view: LedgerView) {
    const keys = this.#home.readKeySet();
    return view.logs.map(({ tenant, entries, checkpoint, checkpointSize }) => {
      const covered = entries.slice(0, checkpointSize).flatMap(({ bytes }) => [bytes, Buffer.from("\n")]);
      const input = Buffer.concat(covered).toString("base64");
      const text = Buffer.from(checkpoint ?? "").toString("base64");
      return { kind: "log" as const, input, keys, origin: `${ORIGIN}/${TENANT}`, tenant, checkpoint: text };
    });
  }

  #note(seed: number, messages: readonly string[]): void {
    for (const message of messages) {
      this.violations.push({ seed, message });
      this.#onViolation(`VIOLATION in seed ${seed}: ${message}\n`);
    }
  }
}
