import type { CanaryHit } from "./canary/canaries.ts";
import { findCanaries } from "./canary/canaries.ts";
import { scanFiles, scanProcesses } from "./canary/scan.ts";
import { DaemonHome, ORIGIN, type RunningDaemon, SECRETS } from "./home/daemon-home.ts";
import { type Answer, Load } from "./load/caller.ts";
import { JournalingUpstream } from "./load/upstream.ts";
import { checkCalls } from "./oracle/call-check.ts";
import { checkKeptResponses } from "./oracle/kept-check.ts";
import { type LedgerView, readLedger } from "./oracle/ledger-view.ts";
import { checkCheckpoints, checkGrowth, checkRestart } from "./oracle/restart-check.ts";
import { compareVerifiers, type VerifierCase } from "./oracle/verifiers.ts";
import type { Schedule } from "./schedule.ts";

/** Proof bundles that both verifiers check for each seed. */
const BUNDLES_PER_SEED = 4;

/** The numbers of one seed or home, to be added up. */
export interface Counts {
  calls: number;
  answered: number;
  receipts: number;
  interrupted: number;
  bundles: number;
  scannedFiles: number;
}

/** A broken invariant, with the seed in which it was seen. */
export interface Violation {
  readonly seed: number;
  readonly message: string;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs the seeds of one home: start, load, kill, and the checks after each restart. */
export class HomeRun {
  readonly violations: Violation[] = [];
  readonly counts: Counts = {
    calls: 0,
    answered: 0,
    receipts: 0,
    interrupted: 0,
    bundles: 0,
    scannedFiles: 0,
  };
  readonly #home: DaemonHome;
  readonly #upstream: JournalingUpstream;
  readonly #checkpoints = new Map<string, Set<string>>();
  readonly #sampled: { answer: Answer; seed: number }[] = [];
  #view: LedgerView = { logs: [], openRuns: [] };
  /** The last kill, which the next start checks. */
  #kill:
    | { readonly seed: number; readonly killed: LedgerView; readonly load: Load; readonly wasFull: boolean }
    | undefined;

  readonly #onViolation: (line: string) => void;

  private constructor(home: DaemonHome, upstream: JournalingUpstream, onViolation: (line: string) => void) {
    this.#home = home;
    this.#upstream = upstream;
    this.#onViolation = onViolation;
  }

  /** `onViolation` gets a line for each violation as soon as it is found. */
  static async open(onViolation: (line: string) => void): Promise<HomeRun> {
    const upstream = await JournalingUpstream.start();
    return new HomeRun(new DaemonHome(upstream.url), upstream, onViolation);
  }

  get canFillDisk(): boolean {
    return this.#home.disk !== undefined;
  }

  /** Starts a daemon, checks what the seed before left, and kills the daemon under the load of this seed. */
  async runSeed(schedule: Schedule): Promise<void> {
    const { seed } = schedule;
    const daemon = await this.#home.start(schedule);
    await this.#checkLastKill(daemon);
    const load = new Load(daemon.url, seed);
    load.start(schedule.callers);
    const extras = this.#startExtras(schedule);
    await pause(schedule.killAfterMs);
    await daemon.end("SIGKILL");
    await load.stop();
    await extras;
    this.#home.disk?.free();
    const killed = this.#read();
    this.#note(seed, checkGrowth(this.#view, killed));
    this.#remember(killed);
    this.#kill = { seed, killed, load, wasFull: schedule.fullDisk !== undefined && this.canFillDisk };
    this.counts.calls += load.sent.length;
    this.counts.answered += load.answers.length;
  }

  /** Checks, on a daemon that has just started, what the last kill left. */
  async #checkLastKill(daemon: RunningDaemon): Promise<void> {
    if (this.#kill === undefined) return;
    const { seed, killed, load, wasFull } = this.#kill;
    this.#kill = undefined;
    const restarted = this.#read(killed);
    this.#note(seed, checkRestart(killed, restarted));
    this.#view = restarted;
    this.#remember(restarted);
    const answers = load.answers.map(({ call, runId, error }) => ({
      tag: call.tag,
      tenant: call.key.tenant,
      runId,
      error,
    }));
    this.#note(seed, checkCalls(restarted, { answers, sent: load.sent, received: this.#upstream.received }));
    this.#note(seed, await checkKeptResponses(daemon.url, load.answers, wasFull));
    this.#note(seed, this.#scanAnswers(load.answers));
    this.#sample(seed, load.answers);
  }

  /** The checks of the whole home, after its last seed: logs, checkpoints, bundles by both verifiers, planted secrets. */
  async finish(lastSeed: number): Promise<void> {
    const daemon = await this.#home.start();
    await this.#checkLastKill(daemon);
    const bundles = await this.#fetchBundles(daemon.url);
    const processes = scanProcesses();
    const code = await daemon.end("SIGTERM");
    if (code !== 0) this.#note(lastSeed, [`the daemon ended with ${code} after SIGTERM`]);
    const view = this.#read();
    this.#note(lastSeed, checkGrowth(this.#view, view));
    this.#remember(view);
    this.#note(lastSeed, checkCheckpoints(view, this.#checkpoints));
    for (const runId of view.openRuns) this.#note(lastSeed, [`I2: run ${runId} is open after the last stop`]);
    const cases = [...bundles, ...this.#logCases(view)];
    this.#note(lastSeed, await compareVerifiers(cases));
    for (const tenant of ["default", "team"]) this.#note(lastSeed, await this.#checkWithCommand(tenant));
    const { hits, files } = scanFiles(this.#home.root, [SECRETS]);
    this.#note(lastSeed, [...hits, ...processes].map(describeHit));
    const entries = view.logs.flatMap((log) => log.entries);
    this.counts.receipts = entries.length;
    this.counts.interrupted = entries.filter(
      ({ receipt }) => receipt.termination?.reason === "interrupted",
    ).length;
    this.counts.bundles = bundles.length;
    this.counts.scannedFiles = files;
  }

  async close(): Promise<void> {
    this.#home.close();
    await this.#upstream.close();
  }

  async #startExtras({ fullDisk, rotateAfterMs }: Schedule): Promise<void> {
    const work: Promise<unknown>[] = [];
    const { disk } = this.#home;
    if (fullDisk !== undefined && disk !== undefined) {
      work.push(
        pause(fullDisk.afterMs).then(async () => {
          disk.fill();
          await pause(fullDisk.forMs);
          disk.free();
        }),
      );
    }
    if (rotateAfterMs !== undefined) {
      work.push(pause(rotateAfterMs).then(() => this.#home.run(["receipt", "keys", "rotate", "--json"])));
    }
    await Promise.all(work);
  }

  #read(known = this.#view): LedgerView {
    return readLedger(this.#home.receipts, known);
  }

  #remember(view: LedgerView): void {
    for (const { tenant, checkpoint } of view.logs) {
      if (checkpoint === undefined) continue;
      const seen = this.#checkpoints.get(tenant) ?? new Set();
      this.#checkpoints.set(tenant, seen.add(checkpoint));
    }
  }

  #sample(seed: number, answers: readonly Answer[]): void {
    const recorded = answers.filter(
      ({ runId, error }) => runId !== undefined && error !== "ledger_unavailable",
    );
    const step = Math.max(1, Math.floor(recorded.length / BUNDLES_PER_SEED));
    for (let at = 0; at < recorded.length && at < step * BUNDLES_PER_SEED; at += step) {
      this.#sampled.push({ answer: recorded[at] as Answer, seed });
    }
  }

  async #fetchBundles(url: string): Promise<VerifierCase[]> {
    const keys = this.#home.readKeySet();
    const cases: VerifierCase[] = [];
    for (const { answer, seed } of this.#sampled) {
      const { tenant, token } = answer.call.key;
      const response = await fetch(`${url}/v1/runs/${answer.runId}/receipt.bundle`, {
        headers: { "x-abp-key": token },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200) {
        this.#note(seed, [`I4: the bundle of ${answer.call.tag} is answered with ${response.status}`]);
        continue;
      }
      cases.push({
        kind: "bundle",
        input: bytes.toString("base64"),
        keys,
        origin: `${ORIGIN}/${tenant}`,
        tenant,
      });
    }
    return cases;
  }

  #logCases(view: LedgerView): VerifierCase[] {
    const keys = this.#home.readKeySet();
    return view.logs.map(({ tenant, entries, checkpoint, checkpointSize }) => {
      const covered = entries.slice(0, checkpointSize).flatMap(({ bytes }) => [bytes, Buffer.from("\n")]);
      return {
        kind: "log",
        input: Buffer.concat(covered).toString("base64"),
        keys,
        origin: `${ORIGIN}/${tenant}`,
        tenant,
        checkpoint: Buffer.from(checkpoint ?? "").toString("base64"),
      };
    });
  }

  async #checkWithCommand(tenant: string): Promise<string[]> {
    const { code, text } = await this.#home.run(["receipt", "log", "--check"], {
      ABP_RECEIPTS__TENANT: tenant,
    });
    return code === 0
      ? []
      : [`abp receipt log --check of ${tenant} ended with ${code}: ${text.slice(0, 300)}`];
  }

  // A caller may see its own prompt and, in passthrough, the engine's words; never a key of somebody else.
  #scanAnswers(answers: readonly Answer[]): string[] {
    return answers.flatMap(({ call, body }) => {
      const own = `${call.key.name}Key` as "adaKey";
      return findCanaries(Buffer.from(body), `the answer of ${call.tag}`, [
        own,
        "prompt",
        "upstreamError",
      ]).map(describeHit);
    });
  }

  #note(seed: number, messages: readonly string[]): void {
    for (const message of messages) {
      this.violations.push({ seed, message });
      this.#onViolation(`VIOLATION in seed ${seed}: ${message}\n`);
    }
  }
}

function describeHit({ canary, where }: CanaryHit): string {
  return `G10: the planted secret ${canary} stands in ${where}`;
}
