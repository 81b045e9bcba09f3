import type { Modality } from "../catalogue/model-entry.ts";

/** What is accepted of images, documents and audio. */
export interface MediaLimits {
  /** The kinds of input that the model reads. */
  readonly kinds?: readonly Modality[];
  readonly imageTypes?: readonly string[];
  /** Whether the results of tools may hold images and documents. */
  readonly inToolResults?: boolean;
  /** Whether an image may be the address of a page on the web. */
  readonly imageUrls?: boolean;
  /** Set where inline data must have the alphabet of RFC 4648 section 4, with padding. */
  readonly base64?: "standard";
}
