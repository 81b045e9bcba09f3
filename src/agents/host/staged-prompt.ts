import type { WorkOrder } from "../../contract/index.ts";

/** The text for the agent: the task, then the files and snippets that the work order gives along with it. */
export function stagedPrompt({ task, context }: WorkOrder): string {
  const parts = [task];
  if (context.files.length > 0) {
    parts.push(`Files to consider:\n${context.files.map((path) => `- ${path}`).join("\n")}`);
  }
  for (const { name, content } of context.snippets) parts.push(`${name}:\n${fenced(content)}`);
  return parts.join("\n\n");
}

/** Puts a text between fences that are longer than any run of backticks in it. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.endsWith("\n") ? text : `${text}\n`}${fence}`;
}
