import { type ErrorCode, ExitCode, errorCodes, errorRow, wireErrorCodes } from "../src/contract/index.ts";

const header = `# Errors

To find an error, search this page for its code. Every message says what happened, where, and what to do next. The page is
generated from the table in \`src/contract/errors/\`.

The gateway's own routes answer with this body and the status below:

\`\`\`json
{"error": {"code": "E001", "type": "UnsupportedFeature", "message": "…", "details": {"documentation_url": "docs/errors.md#mapping_unsupported_capability"}, "request_id": "…", "timestamp": "…"}}
\`\`\`

Errors of a translation have a number (E001 to E007). \`code\` is then the number, and \`details.error_code\` the code of this
page. A vendor's route answers in the vendor's own form.

Readers of abp/v0.1 know ${wireErrorCodes.length} codes. In documents for them, the code after "abp/v0.1" replaces a newer one.
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
    hung_up: "the terminal was closed (SIGHUP)",
    interrupted: "interrupted (SIGINT)",
    quit: "quit (SIGQUIT)",
    pipe_closed: "nobody reads the output any more (SIGPIPE)",
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
