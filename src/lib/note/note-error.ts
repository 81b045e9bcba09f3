/** Why a note, checkpoint, key or proof text was refused. */
export type NoteRule =
  | "not-text"
  | "unsigned"
  | "signature-line"
  | "trailing-bytes"
  | "checkpoint"
  | "verifier-key"
  | "proof";

/** A text that is not what the C2SP formats demand: the rule it breaks. */
export class NoteError extends Error {
  readonly rule: NoteRule;

  constructor(rule: NoteRule, message: string) {
    super(message);
    this.name = "NoteError";
    this.rule = rule;
  }
}
