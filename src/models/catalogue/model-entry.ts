/** A kind of content in a prompt or a reply. */
export type Modality = "text" | "image" | "audio" | "video" | "pdf";

/**
 * A support level, optionally followed by a colon and a reason. `unknown` removes the value that the profile sets.
 */
export type Cell = "native" | "unsupported" | "unknown" | `native: ${string}` | `restricted: ${string}`;

/** The capabilities that one API gives every model behind it. A capability that is not listed is unknown. */
export type Profile = Readonly<Record<string, Cell>>;

/** One model. An absent limit or list is unknown. */
export interface ModelEntry {
  readonly provider: string;
  readonly model: string;
  /** Other ids of the same model. Ids with a date need no alias: the lookup strips the date. */
  readonly aliases: readonly string[];
  readonly contextWindow?: number;
  readonly maxOutput?: number;
  readonly input?: readonly Modality[];
  readonly output?: readonly Modality[];
  readonly support: Profile;
}

export interface ModelCatalogue {
  /** The day on which the entries were checked, as an RFC 3339 full-date. */
  readonly date: string;
  readonly models: readonly ModelEntry[];
}
