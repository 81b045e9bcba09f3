/** The limits of the names and the number of tools. */
export interface ToolNameLimits {
  /** The pattern of a whole name, without its length. */
  readonly pattern?: RegExp;
  readonly maxLength?: number;
  readonly count?: number;
}

/** The limits of the ids of tool calls. */
export interface CallIdLimits {
  readonly pattern?: RegExp;
  readonly maxLength?: number;
}
