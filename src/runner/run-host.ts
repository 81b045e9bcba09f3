/** The process around runs: environment, clock, randomness, and where messages for people go. */
export interface RunHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Relative paths of orders and policies are found from here. */
  readonly cwd: string;
  readonly now: () => Date;
  /** Returns so many random bytes. */
  readonly random: (length: number) => Uint8Array;
  /** The program, as receipts name it. */
  readonly software: { readonly name: string; readonly version: string };
  /** Reads a file of the configuration, such as a policy. Throws `input_unreadable`. */
  readonly readInput: (path: string) => Promise<Uint8Array>;
  /** Tells people what was chosen for them. */
  readonly say: (...lines: string[]) => void;
  /** Tells people what went wrong without ending anything. */
  readonly warn: (message: string) => void;
}
