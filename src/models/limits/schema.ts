/** What is accepted of the JSON Schemas of tools. */
export interface SchemaLimits {
  /** Keywords that are an error at the root. */
  readonly rootRejected?: readonly string[];
  /** Whether a schema that refers to itself is accepted. */
  readonly recursive?: boolean;
}
