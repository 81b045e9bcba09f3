import { displayPath } from "../manifest/display-path.ts";
import type { PathNote } from "./path-note.ts";
import type { UnkeptAttributes } from "./unkept-attributes.ts";

const MAX_NOTES = 1000;

/** Keeps the first notes and counts the others, so that a hostile tree cannot fill the memory. */
export class NoteList {
  readonly #notes: PathNote[] = [];
  #count = 0;
  /** Known when everything is read. */
  unkept: UnkeptAttributes = { owners: 0, specialBits: 0 };

  get count(): number {
    return this.#count;
  }

  add(rawPath: string, reason: string, rule?: string): void {
    const path = displayPath(rawPath);
    this.take(rule === undefined ? { path, reason } : { path, reason, rule });
  }

  /** Adds a note of another list. */
  take(note: PathNote): void {
    this.#count += 1;
    if (this.#notes.length < MAX_NOTES) this.#notes.push(note);
  }

  sorted(): readonly PathNote[] {
    return this.#notes.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  }
}
