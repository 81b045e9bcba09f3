import { readFileSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

/** The part of standard input that is used here. */
type Input = Pick<NodeJS.ReadStream, "on" | "removeListener" | "resume" | "pause">;

/** The lines that are typed on a terminal while nothing asks for one. */
export class TypedLines {
  readonly #input: Input;
  #listener: ((line: string) => void) | undefined;
  #decoder = new StringDecoder("utf8");
  #rest = "";
  #questions = 0;

  constructor(input: Input) {
    this.#input = input;
  }

  /** Calls the listener for each line until the returned function is called. There is one listener at a time. */
  listen(listener: (line: string) => void): () => void {
    this.#listener = listener;
    this.#follow();
    return () => {
      this.#leave();
      this.#listener = undefined;
    };
  }

  /** Leaves the input to a question until it is answered. */
  async during<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#leave();
    this.#questions += 1;
    try {
      return await ask();
    } finally {
      this.#questions -= 1;
      this.#follow();
    }
  }

  #follow(): void {
    if (this.#listener === undefined || this.#questions > 0) return;
    this.#decoder = new StringDecoder("utf8");
    this.#rest = "";
    this.#input.on("data", this.#take);
    this.#input.resume();
  }

  #leave(): void {
    if (this.#listener === undefined || this.#questions > 0) return;
    this.#input.removeListener("data", this.#take);
    // Input that nobody reads would keep the process from ending.
    this.#input.pause();
  }

  readonly #take = (bytes: Buffer): void => {
    const lines = (this.#rest + this.#decoder.write(bytes)).split(/\r?\n/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#listener?.(line);
  };
}

/**
 * Whether the process may read its terminal. The system stops one in the background that does. If that is not known, it counts as
 * one in the foreground.
 */
export function isInForeground(readStatus = () => readFileSync("/proc/self/stat", "latin1")): boolean {
  let status: string;
  try {
    status = readStatus();
  } catch {
    return true; // Not Linux.
  }
  // The name of the program may hold blanks and parentheses; the group and the terminal's group are the third and sixth behind it.
  const [, , group, , , terminalGroup] = status.slice(status.lastIndexOf(")") + 2).split(" ");
  return group === terminalGroup;
}
