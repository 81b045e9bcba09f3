/** Messages for people that must not be written over the display of a full-screen program. */
export class HeldMessages {
  readonly #write: (line: string) => void;
  readonly #isScreenTaken: () => boolean;
  #held: string[] = [];

  constructor(write: (line: string) => void, isScreenTaken: () => boolean) {
    this.#write = write;
    this.#isScreenTaken = isScreenTaken;
  }

  /** Writes a line at once, or holds it while a program uses the whole screen. */
  say(line: string): void {
    if (this.#isScreenTaken()) this.#held.push(line);
    else {
      this.release();
      this.#write(line);
    }
  }

  /** Writes what was held, when the program has ended. */
  release(): void {
    const lines = this.#held;
    this.#held = [];
    for (const line of lines) this.#write(line);
  }
}
