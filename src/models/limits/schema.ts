/** What is accepted of the JSON Schemas of tools. */
export interface SchemaLimits {
  /** Keywords that are an error at the root. */
  readonly rootRejected?: readonly string[];
  /** Set if a type beside `anyOf` is an error, so that it must stand in each branch. */
  readonly typeBesideAnyOf?: "rejected";
  /** Set if an array must name its items and an object its properties, even if it names none. */
  readonly complete?: "required";
  /** Whether a schema that refers to itself is accepted. */
  readonly recursive?: boolean;
  /**
   * What a strict schema must be: one that requires every field and closes its objects, or one without the bounds that
   * are not enforced, which its description names.
   */
  readonly strict?: "all required" | "described";
}
