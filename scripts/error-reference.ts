import { type ErrorCode, ExitCode, errorCodes, errorRow, wireErrorCodes } from "../src/contract/index.ts";

const header = `# Errors

Every error of the backplane has a code from one table (\`src/contract/errors/\`); this page is generated from it.
An error says what happened, where, and what to do next. On our own API it is the body

\`\`\`json
{"error": {"code": "E001", "type": "UnsupportedFeature", "message": "…", "details": {"documentation_url": "docs/errors.md#mapping_unsupported_capability"}, "request_id": "…", "timestamp": "…"}}
\`\`\`

with the status below; where the mapping taxonomy numbers an error (E001 to E007), the number stands in \`code\`
and the table's code in \`details.error_code\`. On a vendor's route it takes the vendor's own form.
Older readers of abp/v0.1 know ${wireErrorCodes.length} codes; in their documents a newer code is replaced by the one named under "abp/v0.1".
`;

function names(): string {
  const meanings: Record<keyof typeof ExitCode, string> = {
    ok: "done",
    failed: "the run failed",
    usage: "the command line or an input document is wrong",
    config: "the configuration is wrong",
    policy: "a policy denied it",
    capability: "a capability is missing",
    unavailable: "the backend is unavailable",
    verification: "a verification failed",
    timeout: "a time limit was reached",
    interrupted: "interrupted (SIGINT)",
    terminated: "terminated (SIGTERM)",
  };
  const rows = Object.entries(ExitCode).map(
    ([name, code]) => `| ${code} | ${meanings[name as keyof typeof ExitCode]} |`,
  );
  return ["## Exit codes", "", "| code | meaning |", "|---|---|", ...rows, ""].join("\n");
}

function section(code: ErrorCode): string {
  const row = errorRow(code);
  const facts = [
    row.mapping === undefined ? undefined : `${row.mapping.number} ${row.mapping.type}`,
    `HTTP ${row.status}`,
    row.retryable ? "retryable" : "not retryable",
    `exit ${row.exit}`,
    row.wire === undefined ? undefined : `abp/v0.1: \`${row.wire}\``,
  ].filter((fact) => fact !== undefined);
  return [`### ${code}`, "", `${row.title}. ${row.advice}`, "", facts.join(" · "), ""].join("\n");
}

/** The error reference, from the table. */
export function renderErrorReference(): string {
  return [header, names(), "## Codes", "", ...errorCodes.map(section)].join("\n");
}
