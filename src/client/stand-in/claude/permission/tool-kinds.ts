/** Tools that only read the working directory. Claude Code uses them without a question. */
export const READING_TOOLS: readonly string[] = ["Read", "Glob", "Grep", "LS", "NotebookRead", "TodoWrite"];

/** Tools that change files. The mode `acceptEdits` allows them. */
export const EDITING_TOOLS: readonly string[] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
