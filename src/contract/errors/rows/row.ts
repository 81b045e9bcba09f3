/** One error code of the table. */
export interface ErrorRow {
  /** One line for people: what the code means. */
  readonly title: string;
  /** HTTP status on our own API; vendor routes translate it to the vendor's envelope. */
  readonly status: number;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable: boolean;
  /** Exit code of the `abp` command when this error ends it. */
  readonly exit: number;
  /** The next step for the reader. */
  readonly advice: string;
  /** Number and type name of the mapping taxonomy, if it defines one. */
  readonly mapping?: { readonly number: `E00${number}`; readonly type: string };
  /** The nearest abp/v0.1 code: readers of that version refuse codes they do not know. */
  readonly wire?: string;
}

/** Exit codes of the command line, by meaning. */
export const ExitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  config: 3,
  policy: 4,
  capability: 5,
  unavailable: 6,
  verification: 7,
  timeout: 124,
  hung_up: 129,
  interrupted: 130,
  quit: 131,
  pipe_closed: 141,
  terminated: 143,
} as const;

/** The same request will fail again. */
export const NO_RETRY = false;
/** The same request may succeed later. */
export const RETRY = true;

/** Writes one row of the table. */
export function row(
  status: number,
  retryable: boolean,
  exit: number,
  title: string,
  advice: string,
  more: Pick<ErrorRow, "mapping" | "wire"> = {},
): ErrorRow {
  return { title, status, retryable, exit, advice, ...more };
}
