import type { Modality } from "../catalogue/model-entry.ts";

/** What is accepted of images, documents and audio. */
export interface MediaLimits {
  /** The kinds of input that the model reads. */
  readonly kinds?: readonly Modality[];
  readonly imageTypes?: readonly string[];
  /** Whether the results of tools may hold images and documents. */
  readonly inToolResults?: boolean;
  /** The addresses that media may have; absent if any is accepted. */
  readonly urls?: RegExp;
  /** The kinds of media that may also be at any public address; documents only as PDF. */
  readonly publicUrls?: readonly ("image" | "document")[];
  /** Set if inline data must have the alphabet of RFC 4648 section 4, with padding. */
  readonly base64?: "standard";
}
