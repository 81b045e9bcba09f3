/** Keeps the beginning and the end of a text that may be endless, in bounded memory. */
export class BoundedOutput {
  readonly #half: number;
  #head = "";
  #tail = "";
  #length = 0;

  /** `characters` is the most that `text` holds, besides the note about what is missing. */
  constructor(characters: number) {
    this.#half = Math.floor(characters / 2);
  }

  add(text: string): void {
    this.#length += text.length;
    const room = this.#half - this.#head.length;
    this.#head += text.slice(0, Math.max(0, room));
    this.#tail = (this.#tail + text.slice(Math.max(0, room))).slice(-this.#half);
  }

  get text(): string {
    const missing = this.#length - this.#head.length - this.#tail.length;
    if (missing === 0) return this.#head + this.#tail;
    return `${this.#head}\n[${missing} characters left out]\n${this.#tail}`;
  }
}
