import {
  type Decision,
  decisionWarnings,
  diagnose,
  type Finding,
  formatSource,
  formatTarget,
  generateReport,
  type Manifest,
  manifestToWire,
  resultFromDecision,
} from "../../negotiation/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { renderTable, tableColumns } from "./table.ts";

/** A decision, the manifest that it judged, and the value of `--report` as `shape`. */
export interface ShownDecision {
  readonly decision: Decision;
  readonly manifest: Manifest;
  readonly shape?: string | undefined;
}

/** Shows a decision as a table, or as JSON with `--json` or `--report`. */
export function showDecision(terminal: Terminal, { decision, manifest, shape }: ShownDecision): void {
  if (shape !== undefined || terminal.json) {
    const value = shapeOf(decision, manifest, shape ?? "decision");
    terminal.out(JSON.stringify(value, null, terminal.json ? 0 : 2));
    return;
  }
  const { colors } = terminal;
  const verdict = {
    accept: colors.green("ACCEPT"),
    accept_degraded: colors.yellow("ACCEPT, DEGRADED"),
    reject: colors.red("REJECT"),
  }[decision.verdict];
  const from = decision.previous === undefined ? "" : `${formatTarget(decision.previous)} → `;
  terminal.out(
    `${verdict}  ${from}${formatTarget(decision.target)}  (${decision.mode}, ${decision.lane})`,
    "",
  );
  const rows = decision.findings.map((finding) => findingCells(terminal, finding));
  if (rows.length > 0)
    terminal.out(
      ...renderTable(
        ["capability", "need", "supply", "outcome", "why", "asked by"],
        rows,
        tableColumns(terminal),
      ),
    );
  const emulations = decision.plan.map((step) => `${step.capability} by ${step.emulator} (${step.fidelity})`);
  section(terminal, "Emulated", emulations);
  section(terminal, "Warnings", decisionWarnings(decision));
  section(
    terminal,
    "To be settled on first use",
    decision.obligations.map((one) => one.capability),
  );
  section(terminal, "These would be accepted", decision.suggestions.map(formatTarget));
}

function shapeOf(decision: Decision, manifest: Manifest, shape: string): unknown {
  switch (shape) {
    case "result":
      return resultFromDecision(decision);
    case "report":
      return generateReport(resultFromDecision(decision), manifestToWire(manifest));
    case "diagnostic":
      return diagnose(decision) ?? null;
    default:
      return decision;
  }
}

function section(terminal: Terminal, title: string, lines: readonly string[]): void {
  if (lines.length > 0) terminal.out("", `${title}:`, ...lines.map((line) => `  ${line}`));
}

function findingCells(terminal: Terminal, finding: Finding): string[] {
  const { requirement, claim, outcome, reason, unemulated } = finding;
  const { green, yellow, red } = terminal.colors;
  const paint = outcome === "missing" ? red : outcome === "satisfied" ? green : yellow;
  const bounds = [
    requirement.floor === "native" ? "native" : undefined,
    requirement.min === undefined ? undefined : `≥ ${requirement.min}`,
    requirement.kinds?.join("+"),
  ].filter((part) => part !== undefined);
  const supply = [claim.support, claim.limit?.toString(), claim.kinds?.join("+")].filter(
    (part) => part !== undefined,
  );
  return [
    [requirement.capability, ...bounds].join(" "),
    requirement.need,
    `${supply.join(" ")} (${claim.evidence})`,
    paint(outcome),
    [
      reason === "ok" ? undefined : reason,
      claim.reason,
      unemulated === undefined ? undefined : `not emulated: ${unemulated}`,
    ]
      .filter((part) => part !== undefined)
      .join(": "),
    formatSource(requirement.by),
  ];
}
