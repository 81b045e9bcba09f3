/** The last characters of a text that grows. */
export class TextTail {
  readonly #maxCharacters: number;
  #text = "";

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get text(): string {
    return this.#text;
  }

  add(text: string): void {
    this.#text = (this.#text + text).slice(-this.#maxCharacters);
  }
}
