import type { MutantResult } from "./mutant-run.ts";
import { renderSurvivor } from "./report.ts";

const LINE_EVERY_MS = 15_000;

/** Writes survivors as they are found, and now and then how far the run has come. */
export class Progress {
  readonly #total: number;
  readonly #output: { write(text: string): unknown };
  readonly #startedAt = Date.now();
  #writtenAt = Date.now();
  #done = 0;
  #survived = 0;

  constructor(total: number, output: { write(text: string): unknown }) {
    this.#total = total;
    this.#output = output;
  }

  note(result: MutantResult): void {
    this.#done++;
    if (result.status === "survived" || result.status === "no test") {
      this.#survived++;
      this.#output.write(`survived: ${renderSurvivor(result)}\n`);
    }
    if (Date.now() - this.#writtenAt > LINE_EVERY_MS) this.#writeLine();
  }

  end(): void {
    this.#writeLine();
  }

  #writeLine(): void {
    this.#writtenAt = Date.now();
    const seconds = (Date.now() - this.#startedAt) / 1000;
    const each = this.#done === 0 ? 0 : seconds / this.#done;
    this.#output.write(
      `${this.#done} of ${this.#total} mutants, ${this.#survived} survived, ${each.toFixed(1)} s each\n`,
    );
  }
}
