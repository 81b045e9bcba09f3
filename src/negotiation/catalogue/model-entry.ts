import type { CapabilityId } from "../supply/claim.ts";

/** What content a prompt or a reply can be made of. */
export type Modality = "text" | "image" | "audio" | "video" | "pdf";

/**
 * One cell of the model table: a support level, and after a colon why it is not the whole truth.
 * `unknown` takes back what the profile says.
 */
export type Cell = "native" | "unsupported" | "unknown" | `native: ${string}` | `restricted: ${string}`;

/** What one API gives every model behind it, by capability; what is not listed is not known. */
export type Profile = Readonly<Record<CapabilityId, Cell>>;

/** One model as the catalogue knows it; a limit or list that is absent is not known. */
export interface ModelEntry {
  readonly provider: string;
  readonly model: string;
  /** Other ids of the same model; dated ids need none. */
  readonly aliases: readonly string[];
  readonly contextWindow?: number;
  readonly maxOutput?: number;
  readonly input?: readonly Modality[];
  readonly output?: readonly Modality[];
  readonly support: Profile;
}

/** The models that are known, and the day on which they were. */
export interface ModelCatalogue {
  /** RFC 3339 full-date. */
  readonly date: string;
  readonly models: readonly ModelEntry[];
}
