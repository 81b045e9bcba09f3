/** The lines that a patch adds and deletes in one file. */
export interface FileStat {
  /** The path after the change, for people (`displayPath`). */
  readonly path: string;
  /** The path before a rename. */
  readonly from?: string;
  /** Lines; 0 for a binary file. */
  readonly added: number;
  readonly deleted: number;
  readonly binary: boolean;
}

/** The lines that a patch adds and deletes, by file and in total. */
export interface Diffstat {
  readonly files: readonly FileStat[];
  readonly added: number;
  readonly deleted: number;
}
