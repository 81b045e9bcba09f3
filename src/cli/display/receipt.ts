import type { AgentEvent, PolicyDecisionRecord, Receipt } from "../../contract/index.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The contents of a receipt as names and values. */
export function receiptFacts(receipt: Receipt): [string, string | undefined][] {
  const { meta, usage, termination, observed, negotiation } = receipt;
  const emulated = negotiation?.emulations.map((one) => `${one.capability} by ${one.emulator}`) ?? [];
  return [
    ["run", meta.run_id],
    ["work order", meta.work_order_id],
    [
      "backend",
      [receipt.backend.id, receipt.backend.backend_version].filter((part) => part !== null).join(" "),
    ],
    ["outcome", termination === undefined ? receipt.outcome : `${receipt.outcome} (${termination.reason})`],
    ["reason", termination?.message],
    ["started", meta.started_at],
    ["duration", `${meta.duration_ms} ms`],
    ["mode", receipt.mode],
    ["events", String(receipt.trace.length)],
    ["tokens", tokens(usage)],
    ["cost", usage.estimated_cost_usd === null ? undefined : `${usage.estimated_cost_usd} USD`],
    [
      "negotiation",
      negotiation === undefined ? undefined : `${negotiation.verdict} (${negotiation.decision_id})`,
    ],
    ["emulated", emulated.length === 0 ? undefined : emulated.join(", ")],
    [
      "policy",
      observed?.policy === undefined
        ? undefined
        : observed.call === undefined
          ? `${observed.policy}, sandbox ${observed.sandbox_level ?? "unknown"}`
          : observed.policy,
    ],
    ...(observed?.policy_decisions ?? []).map((decision): [string, string] => [
      "decision",
      decisionText(decision),
    ]),
    ["receipt_sha256", receipt.receipt_sha256 ?? "none"],
  ];
}

function decisionText({
  verdict,
  operation,
  subject,
  rule,
  pattern,
  where,
  reason,
}: PolicyDecisionRecord): string {
  const what = [operation?.replaceAll("_", " "), JSON.stringify(subject)].filter(
    (part) => part !== undefined,
  );
  const by = pattern === undefined ? rule : `${rule} ${JSON.stringify(pattern)}`;
  const place = where === undefined ? "" : ` at ${where}`;
  return `${verdict.replaceAll("_", " ")}: ${what.join(" ")}${place}, by ${by}${reason === undefined ? "" : ` (${reason})`}`;
}

function tokens(usage: Receipt["usage"]): string | undefined {
  if (usage.input_tokens === null && usage.output_tokens === null) return undefined;
  return `${usage.input_tokens ?? "?"} in, ${usage.output_tokens ?? "?"} out`;
}

/** Writes an event as one line of text. */
export function eventLine(terminal: Terminal, event: AgentEvent): string {
  const { dim, cyan, yellow, red } = terminal.colors;
  switch (event.type) {
    case "run_started":
      return dim(`[start] ${event.message}`);
    case "run_completed":
      return dim(`[done] ${event.message}`);
    case "assistant_delta":
    case "assistant_message":
      return event.text;
    case "tool_call":
      return cyan(`[tool] ${event.tool_name} ${JSON.stringify(event.input)}`);
    case "tool_result":
      return cyan(`[tool] ${event.tool_name} ${event.is_error ? "failed" : "returned"}`);
    case "file_changed":
      return cyan(`[file] ${event.path}: ${event.summary}`);
    case "command_executed":
      return cyan(`[bash] ${event.command} (${event.exit_code ?? "no exit code"})`);
    case "warning":
      return yellow(`[warn] ${event.message}`);
    case "error":
      return red(`[error] ${event.message}`);
  }
}
