import { sha256Hex } from "../lib/index.ts";

/** The rule of a dialect for the ids of tool calls. */
export interface IdRule {
  readonly pattern: RegExp;
  readonly maxLength: number;
}

/**
 * Gives a target ids that it accepts, and the caller its own ids back.
 * The same id always becomes the same one, so that equal requests stay equal bytes; ids that fit are left alone.
 *
 * @example
 * import { IdMap } from "agent-backplane/dialects";
 * const ids = new IdMap({ pattern: /^[a-z0-9]+$/, maxLength: 9 });
 * ids.backward(ids.forward("call_1")); // call_1
 */
export class IdMap {
  readonly #rule: IdRule | undefined;
  readonly #back = new Map<string, string>();

  constructor(rule?: IdRule) {
    this.#rule = rule;
  }

  /** The id as the target may have it. */
  forward(id: string): string {
    const rule = this.#rule;
    if (rule === undefined || (id.length <= rule.maxLength && rule.pattern.test(id) && !this.#back.has(id)))
      return id;
    const mapped = `call_${sha256Hex(id).slice(0, Math.min(24, rule.maxLength - 5))}`;
    this.#back.set(mapped, id);
    return mapped;
  }

  /** The id as the caller knows it. */
  backward(id: string): string {
    return this.#back.get(id) ?? id;
  }

  /** The changed ids, by their replacement; the reply of the call needs them. */
  entries(): ReadonlyMap<string, string> {
    return this.#back;
  }
}
