/** Something that a writer or a rule could not carry over as it stood, though the dialect has the feature. */
export interface WriterNote {
  readonly node: object | undefined;
  /** Where the feature stands: a path from `$`, or from the node. */
  readonly at: string;
  /** `emulated` asks for the emulator that is named beside it; without it in use the feature is refused. */
  readonly disposition: "mapped" | "emulated" | "disclosed" | "refused";
  readonly reason: string;
  readonly feature?: string;
  readonly emulator?: string;
  /** The rule of the model or API that made the change. */
  readonly rule?: string;
}
