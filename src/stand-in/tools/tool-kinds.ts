/** Tools that only read the working directory. They are used without a question. */
export const READING_TOOLS: readonly string[] = ["Read", "Glob", "Grep", "LS", "NotebookRead", "TodoWrite"];

/** Tools that change files. */
export const EDITING_TOOLS: readonly string[] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
