import type { Random } from "../random.ts";
import type { Json, writers } from "./wire-turns.ts";

/** A wire format of requests. */
export type Wire = keyof typeof writers;

/** The dialect of the caller, and the model that the request goes to. */
export interface Way {
  readonly source: string;
  readonly model: string;
}

/** What a trait added to a request, and how it is looked for in the translated one. */
export interface Planted {
  /** Turns before the last question. */
  readonly turns?: readonly Json[];
  readonly tools?: readonly Json[];
  readonly members?: Json;
  /** Whether the translated request still says or guarantees it. */
  isKept(wire: Wire, body: Json): boolean;
  /** The features and the ends of paths under which its loss may be named; undefined if it must not be lost at all. */
  readonly losses?: RegExp;
  /** What holds whatever loss is named. */
  holdsAlways?(wire: Wire, body: Json, way: Way): boolean;
  /** Whether no translation may refuse it, or whether none to a model may. */
  readonly mustPass?: boolean | ((wire: Wire, model: string) => boolean);
}

/** A number, a text or a guarantee that callers put into requests. */
export interface Trait {
  readonly name: string;
  readonly wires: readonly Wire[];
  /** Traits of one slot use the same member, so that a request has one of them. */
  readonly slot?: string;
  plant(wire: Wire, random: Random): Planted;
}
