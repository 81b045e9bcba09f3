/** The input of the program that runs the clients. */
export interface MatrixPlan {
  /** The folder with the installed places. */
  readonly folder: string;
  readonly clients: readonly string[];
  readonly engines: readonly string[];
}
