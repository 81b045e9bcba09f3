import type { Capability } from "../contract/index.ts";

/**
 * How a feature of a vendor's protocol is honoured. `native`: as the vendor's own agent does. `emulated`: by other means, with
 * the same effect. `disclosed`: not done, and the caller and the receipt get a note. `refused`: the run does not start.
 */
export type How = "native" | "emulated" | "disclosed" | "refused";

/** One feature of a vendor's protocol. */
export interface Feature {
  readonly title: string;
  readonly how: How;
  /** One sentence for the reader: what happens. It is also the message of a feature that is disclosed or refused. */
  readonly words: string;
  /** The capability of the backend that the feature depends on. A backend without it refuses the run. */
  readonly needs?: Capability;
}

/** The features of one protocol, by a short name. */
export type Features = Readonly<Record<string, Feature>>;
