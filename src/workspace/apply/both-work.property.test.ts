import { setImmediate, setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { AbpError } from "../../contract/index.ts";
import { canOverlay, NEEDS_OVERLAY } from "../stage/fixtures/overlay-support.ts";
import type { Stage } from "../stage/stage.ts";
import { Actor, type Dice, diceOf, initialFiles, isOneEdit, marksIn } from "./fixtures/actor.ts";
import { type Applied, type FinishedRun, RunCase, savedContents } from "./fixtures/run-case.ts";

const CASES = faultSize(6, 400);
const FIRST_SEED = Number(process.env["ABP_SEED"] ?? 1);

interface Work {
  readonly agent: Actor;
  readonly stage: Stage;
  /** The marks that the user had made by then. The agent may have seen them, and may have taken them away. */
  readonly known: number;
}

/** One workspace with a user, and one or two runs on it at once. Everything follows from the seed. */
class Case {
  readonly runCase = new RunCase();
  readonly #dice: Dice;
  readonly #user: Actor;
  readonly #method: "overlay" | "copy";
  readonly #log: string[] = [];
  /** Whether the user does nothing before the source is read: then every run began with the initial files. */
  readonly #isQuiet: boolean;

  constructor(method: "overlay" | "copy", seed: number) {
    this.#method = method;
    this.#dice = diceOf(seed);
    this.#user = new Actor("user", this.runCase.source, this.#dice);
    this.#isQuiet = this.#dice(3) === 0;
    this.runCase.write(initialFiles());
  }

  /** What was done, for the message of a failure. */
  log(): string {
    return this.#log.join("\n");
  }

  async run(): Promise<void> {
    if (!this.#isQuiet) this.#userMay("before the stage");
    const works: Work[] = [];
    for (const name of this.#dice(3) === 0 ? ["agent", "second"] : ["agent"]) {
      const stage = await this.#open();
      if (stage === undefined) return;
      const agent = new Actor(name, stage.root, this.#dice);
      works.push({ stage, agent, known: this.#user.markCount });
    }
    if (!this.#isQuiet) await this.#work(works, "while the source is read");
    for (const { stage } of works) await stage.before();
    await this.#work(works, "during the work");
    for (const work of works) {
      this.#userMay("before the comparison");
      const run = await this.runCase.finish(work.stage, () => this.#userMay("before the patch is saved"));
      this.#userMay("before the patch is applied");
      await this.#apply(work, run);
    }
  }

  /** Undefined if the source changed too often to be copied: no work has begun. */
  async #open(): Promise<Stage | undefined> {
    let isListed = false;
    const isDenied = (): undefined => {
      if (!isListed && !this.#isQuiet) this.#userMay("while the source is listed");
      isListed = true;
    };
    const opening = this.runCase.begin(this.#method, { isDenied });
    opening.catch(() => undefined);
    await setImmediate();
    if (!this.#isQuiet && this.#dice(4) === 0) this.#userMay("while the stage is opened");
    try {
      return await opening;
    } catch (error) {
      if (!AbpError.is(error) || error.code !== "workspace_unstable") throw error;
      this.#checkUser();
      return undefined;
    }
  }

  async #work(works: readonly Work[], moment: string): Promise<void> {
    for (let turn = this.#dice(4); turn > 0; turn -= 1) {
      for (const { agent } of works) this.#does(agent, moment);
      this.#userMay(moment);
      await setImmediate();
    }
  }

  #userMay(moment: string): void {
    for (let count = this.#dice(3); count > 0; count -= 1) this.#does(this.#user, moment);
  }

  #does(actor: Actor, moment: string): void {
    const done = actor.log.length;
    actor.act();
    this.#log.push(...actor.log.slice(done).map((line) => `${moment}: ${line}`));
  }

  /** What the user wrote is in the workspace as it was written. */
  #checkUser(): void {
    const files = this.runCase.files();
    for (const [path, content] of this.#user.wrote) expect(files[path], `user's ${path}`).toBe(content);
  }

  async #apply({ agent, known }: Work, run: FinishedRun): Promise<void> {
    expect(run.saved.complete, "complete").toBe(true);
    for (const path of Object.keys(run.changes)) {
      expect(agent.isConcerned(path), `a false change of ${path}`).toBe(true);
    }
    const saved = savedContents(run);
    for (const [path, content] of agent.wrote) {
      expect(saved.get(path), `saved ${path}`).toBe(content.replace(/^-> /, ""));
    }
    if (this.#dice(4) === 0) return this.#applyMeanwhile(agent, known, run);
    const before = this.runCase.files();
    const modesBefore = this.runCase.modes();
    const applied = await this.runCase.apply(run);
    const after = this.runCase.files();
    const modes = this.runCase.modes();
    this.#log.push(`applied: ${JSON.stringify(applied)}`);
    expect(applied).not.toHaveProperty("failed");
    if (!("done" in applied)) {
      expect([after, modes], "after a conflict").toEqual([before, modesBefore]);
      this.#checkConflicts(applied, agent, before);
      return;
    }
    const everything = Object.values(after).join("\n");
    // What the user or another run put there since the run began.
    for (const { mark, name, number } of marksIn(Object.values(before).join("\n"))) {
      if (name !== "user" || number > known) expect(everything, `${mark} of another`).toContain(mark);
    }
    for (const [path, content] of agent.wrote) {
      for (const { mark } of marksIn(content)) expect(after[path], `${mark} at ${path}`).toContain(mark);
      if (!this.#user.isConcerned(path) && !this.#isShared(path, before)) {
        expect(after[path], `${path} alone`).toBe(content);
      }
    }
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (agent.isConcerned(path)) continue;
      expect(after[path], `${path} of nobody`).toBe(before[path]);
      expect(modes.get(path), `mode of ${path} of nobody`).toBe(modesBefore.get(path));
    }
    for (const [path, isExecutable] of agent.modes) {
      if (this.#user.isConcerned(path) || this.#isShared(path, before)) continue;
      expect(modes.get(path), `mode of ${path}`).toBe(isExecutable);
    }
  }

  /** The user goes on while the changes are applied: nothing of the user's may be lost, whatever becomes of the application. */
  async #applyMeanwhile(agent: Actor, known: number, run: FinishedRun): Promise<void> {
    let applied: Applied | undefined;
    const applying = this.runCase.apply(run).then((result) => {
      applied = result;
    });
    // A rejection ends the case below.
    applying.catch(() => undefined);
    let deeds = 1 + this.#dice(4);
    while (applied === undefined && deeds > 0) {
      await Promise.race([applying, setTimeout(1 + this.#dice(30))]);
      this.#does(this.#user, "while the patch is applied");
      deeds -= 1;
    }
    await applying;
    this.#log.push(`applied meanwhile: ${JSON.stringify(applied)}`);
    const after = this.runCase.files();
    const everything = Object.values(after).join("\n");
    for (const content of this.#user.wrote.values()) {
      for (const { mark, number } of marksIn(content)) {
        if (number > known) expect(everything, `${mark} of the user`).toContain(mark);
      }
    }
    expect(Object.keys(after).filter((path) => path.startsWith(".abp-apply"))).toEqual([]);
    if (applied === undefined || !("done" in applied)) return;
    for (const [path, content] of agent.wrote) {
      if (this.#user.isConcerned(path)) continue;
      for (const { mark } of marksIn(content)) expect(after[path], `${mark} at ${path}`).toContain(mark);
    }
  }

  /** Edits of different ends of a text are merged if both stand on the text that the case began with. */
  #checkConflicts(applied: Applied, agent: Actor, before: Readonly<Record<string, string>>): void {
    const conflicts = "conflicts" in applied ? Object.keys(applied.conflicts) : [];
    expect(conflicts).not.toEqual([]);
    if (!this.#isQuiet) return;
    for (const path of conflicts) {
      const ends = [isOneEdit(path, agent.wrote.get(path)), isOneEdit(path, before[path])];
      const canMerge = ends.toSorted().join() === "first,last" && path in initialFiles();
      expect(canMerge, `a false conflict of ${path}`).toBe(false);
    }
  }

  // Whether another run has put something there before.
  #isShared(path: string, before: Readonly<Record<string, string>>): boolean {
    return marksIn(before[path] ?? "").length > 0;
  }
}

describe.each(["overlay", "copy"] as const)("an agent and a user who work at once, by %s", (method) => {
  it(`W27 lose nothing of each other, in ${CASES} random cases`, async (context) => {
    if (method === "overlay" && !(await canOverlay())) context.skip(NEEDS_OVERLAY);
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
      const one = new Case(method, seed);
      try {
        await one.run();
      } catch (error) {
        throw new Error(`seed ${seed}: ${String(error)}\n${one.log()}`, { cause: error });
      } finally {
        await one.runCase.clean();
      }
    }
  }, 3_600_000);
});
