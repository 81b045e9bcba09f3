import type { SearchUnit } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";

/** The call or the results of a web search as text, for a model that cannot read the vendor's unit. */
export function renderSearch({ call, results, error }: SearchUnit): string {
  const lines: string[] = [];
  if (call !== undefined) lines.push(renderCall(call));
  if (error !== undefined) lines.push(`[The search failed: ${error}]`);
  if (results !== undefined) {
    if (results.length === 0 && call === undefined) lines.push("[The search found nothing]");
    for (const [index, { url, title, age, snippet }] of results.entries()) {
      const label = title === undefined || title === "" ? url : `${title} (${url})`;
      lines.push(`${index + 1}. ${label}${age === undefined ? "" : `, ${age}`}`);
      if (snippet !== undefined && snippet !== "") lines.push(snippet);
    }
    if (results.length > 0 && results.every(({ snippet }) => snippet === undefined))
      lines.push("[The text of these pages is not part of the record]");
  }
  return lines.join("\n");
}

function renderCall({ action, queries, url, pattern }: NonNullable<SearchUnit["call"]>): string {
  const quoted = queries.map((query) => JSON.stringify(query)).join(", ");
  if (action === "search") return quoted === "" ? "[Web search]" : `[Web search for ${quoted}]`;
  if (action === "open") return `[Opened ${url ?? "a page"}]`;
  return `[Searched ${url ?? "a page"} for ${JSON.stringify(pattern ?? "")}]`;
}

/** Code that the vendor ran. */
export function renderCode(code: string, language = ""): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `[Code that was run]\n${fence}${language}\n${code}\n${fence}`;
}

/** The output of code that the vendor ran. */
export function renderOutput(output: {
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  readonly exitCode?: unknown;
  readonly error?: unknown;
}): string {
  const { stdout, stderr, exitCode, error } = output;
  const lines = ["[Output of the code]"];
  if (typeof stdout === "string" && stdout !== "") lines.push(stdout.replace(/\n$/, ""));
  if (typeof stderr === "string" && stderr !== "") lines.push(`[Errors]\n${stderr.replace(/\n$/, "")}`);
  if (typeof exitCode === "number") lines.push(`[Exit code ${exitCode}]`);
  if (typeof error === "string") lines.push(`[It failed: ${error}]`);
  return lines.join("\n");
}

/** A call of a tool that an MCP server ran for the vendor. */
export function renderMcpCall(server: unknown, tool: unknown, input: unknown): string {
  const given = typeof input === "string" ? input : JSON.stringify(input ?? {});
  return `[Call of ${textOfJson(tool)} at the MCP server ${textOfJson(server)}: ${given}]`;
}

/** What an MCP server answered. */
export function renderMcpResult(text: string, isError: boolean): string {
  return `[${isError ? "The MCP server failed" : "The MCP server answered"}]\n${text}`;
}
