/** Something that was said in a caller's dialect, to be checked. */
export interface Said {
  /** The dialect in which it was said. */
  readonly caller: string;
  /** Where it came from: the dialect of the engine, or the simulator. */
  readonly engine: string;
  readonly name: string;
  readonly kind: "answer" | "event" | "error" | "models" | "model" | "count";
  readonly value: unknown;
  /** The request that it answers, if its answer repeats members of it. */
  readonly request?: Readonly<Record<string, unknown>>;
}
