/** What is accepted of images, documents and audio. */
export interface MediaLimits {
  readonly imageTypes?: readonly string[];
  /** Whether the results of tools may hold images and documents. */
  readonly inToolResults?: boolean;
}
