import type { Receipt } from "../../contract/index.ts";
import { safeLine } from "../display/text/safe-text.ts";

/** The most kinds of failures that are shown. */
const MAX_KINDS = 20;

/** Says what went wrong with the calls of a program, once for each kind. */
export class CallFailures {
  readonly #said = new Set<string>();

  /** The lines for people about this call; none if it ended well, was cancelled, or its failure was shown before. */
  linesOf({ termination, observed }: Receipt): string[] {
    const call = observed?.call;
    const lines: string[] = [];
    for (const { engine, code } of call?.fallback_from ?? [])
      lines.push(...this.#once(`the engine ${engine} failed (${code}); the call went to ${call?.engine}`));
    if (termination === undefined || call === undefined) return lines;
    const { reason, code, message } = termination;
    if (reason === "completed" || reason === "cancelled") return lines;
    const what = message ?? "it gave no reason";
    if (reason === "refused") return [...lines, ...this.#once(`a call was refused (${code}): ${what}`)];
    const about = `a call to the engine ${call.engine} failed (${code}): ${what}`;
    return [...lines, ...this.#once(about, "; `abp engines --check` asks every engine")];
  }

  #once(text: string, advice = ""): string[] {
    // A time that is left differs from call to call.
    const kind = text.replace(/\b\d+(\.\d+)? m?s\b/g, "…");
    if (this.#said.has(kind) || this.#said.size >= MAX_KINDS) return [];
    this.#said.add(kind);
    return [safeLine(`${text}${advice}`)];
  }
}
