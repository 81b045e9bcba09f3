import type { Block } from "../../../contract/index.ts";
import { parseAsWritten, textOfJson } from "../../../lib/index.ts";
import type { Members } from "../../members/members.ts";
import { opaqueBlock } from "../content/block-reader.ts";

/** A block of a stream that has begun and not ended. */
export interface OpenBlock {
  /** The vendor's number, and ours. */
  readonly index: number;
  readonly block: number;
  readonly kind: Block["type"];
  /** A unit of this dialect is put together here and handed over whole at its end. */
  readonly unit: OpaqueUnit | undefined;
}

/** A unit that only this dialect can read, as its deltas come in. */
export class OpaqueUnit {
  readonly #value: Members;
  readonly #input: string[] = [];
  readonly #texts = new Map<string, string[]>();

  constructor(value: Members) {
    this.#value = { ...value };
  }

  /** Takes a delta: arguments are collected, texts are appended, other members are replaced. */
  add(delta: Members): void {
    for (const name of Object.keys(delta)) {
      const piece = delta[name];
      if (name === "type" || piece === null) continue;
      if (name === "partial_json" && typeof piece === "string") this.#input.push(piece);
      else if (typeof piece === "string") this.#continue(name, piece);
      else this.#value[name] = piece;
    }
  }

  /** The unit, once all of it is there. */
  finish(): Block {
    const value = { ...this.#value };
    for (const [name, pieces] of this.#texts) value[name] = pieces.join("");
    const input = this.#input.join("");
    if (input !== "") value["input"] = parseInput(input);
    return opaqueBlock(textOfJson(value["type"]), value);
  }

  #continue(name: string, piece: string): void {
    const pieces = this.#texts.get(name);
    if (pieces !== undefined) pieces.push(piece);
    else {
      const before = this.#value[name];
      this.#texts.set(name, typeof before === "string" ? [before, piece] : [piece]);
    }
  }
}

function parseInput(text: string): unknown {
  try {
    return parseAsWritten(text);
  } catch {
    return text; // Cut off: what there is of it says more than nothing.
  }
}
