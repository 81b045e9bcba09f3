/** Tells the model why a tool did nothing. */
export class ToolFailure extends Error {}
