import type { WorkspaceRecord } from "../../../../contract/index.ts";
import type { RunResult } from "../../../../runtime/index.ts";
import type { PathNote, SavedChanges } from "../../../../workspace/index.ts";
import type { Colors } from "../../../terminal/terminal.ts";
import { renderDiffstat } from "../../diffstat.ts";
import { countOf, formatElapsed } from "../amounts.ts";
import { checkFacts } from "./check-facts.ts";
import { listDecisions } from "./denials.ts";
import { type Fact, renderFact } from "./fact.ts";
import { meteredFacts, reportedFacts } from "./model-facts.ts";

/** The part of a result that a summary shows. */
export type ShownResult = Pick<RunResult, "receipt" | "verification" | "decisions" | "enforcement"> & {
  readonly patch: Pick<SavedChanges, "diffstat" | "complete" | "leftOut"> | undefined;
};

/** Writes the result of a run. `columns` is undefined if lines are not wrapped. */
export function renderSummary(colors: Colors, result: ShownResult, columns: number | undefined): string[] {
  const stat =
    result.patch === undefined
      ? []
      : [
          "",
          ...renderDiffstat(colors, result.patch.diffstat, columns === undefined ? {} : { width: columns }),
        ];
  const facts = [...runFacts(colors, result), ...policyFacts(colors, result), receiptFact(colors, result)];
  const findings = result.verification.findings.map(
    (one): Fact => ["", `${one.code} ${one.where}: ${one.message}`, colors.red],
  );
  return [...stat, "", ...[...facts, ...findings].flatMap((fact) => renderFact(fact, columns))];
}

function runFacts(colors: Colors, { receipt, patch }: ShownResult): Fact[] {
  const { meta, termination, usage, observed, backend } = receipt;
  const reason = termination?.reason ?? "completed";
  const outcome =
    reason === "completed" || reason === receipt.outcome
      ? receipt.outcome
      : `${receipt.outcome} (${reason.replaceAll("_", " ")})`;
  const paint = { complete: colors.green, partial: colors.yellow, failed: colors.red }[receipt.outcome];
  const skipped = observed?.workspace?.skipped_count ?? 0;
  const facts: Fact[] = [
    ["run", meta.run_id],
    ["backend", [backend.id, backend.backend_version].filter((part) => part !== null).join(" ")],
    ["chosen", observed?.projection ?? ""],
    ["outcome", outcome, paint],
    ["reason", termination?.message ?? ""],
    ["duration", meta.duration_ms < 10_000 ? `${meta.duration_ms} ms` : formatElapsed(meta.duration_ms)],
    ["continued", observed?.resumed_run ?? ""],
    ...(observed?.model_calls === undefined
      ? reportedFacts(usage)
      : meteredFacts(colors, observed.model_calls)),
    ...checkFacts(colors, observed?.check),
    [
      "left out",
      skipped === 0
        ? ""
        : `${countOf(skipped, "path")} not staged: ${firstNotes(observed?.workspace?.skipped ?? [])}`,
    ],
    ["ignored", ignoredText(observed?.workspace ?? {})],
    ["no patch", firstNotes(patch?.leftOut ?? []), patch?.complete === false ? colors.red : colors.yellow],
  ];
  return facts.filter(([, text]) => text !== "");
}

function policyFacts(colors: Colors, { decisions, enforcement }: ShownResult): Fact[] {
  const { level, reason, tools, read, write, network } = enforcement;
  const parts = `${level}: tools ${tools}, read ${read}, write ${write}, network ${network}`;
  const denied = listDecisions(decisions, ["denied", "approval_denied", "violation"]);
  const approved = listDecisions(decisions, ["approved"]);
  return [
    ["sandbox", parts],
    ...(reason === undefined ? [] : [["", `not higher: ${reason}`] as const]),
    ...denied.map((text, index): Fact => [index === 0 ? "denied" : "", text, colors.red]),
    ...approved.map((text, index): Fact => [index === 0 ? "approved" : "", text]),
  ];
}

function receiptFact(colors: Colors, { verification }: ShownResult): Fact {
  const { ok, key, chain } = verification;
  if (!ok) return ["receipt", "NOT VERIFIED", colors.red];
  const proof =
    key === null
      ? "its hash holds (not signed, not logged)"
      : `signed by ${key}, number ${chain?.seq} of the log ${chain?.origin}`;
  return ["receipt", `VERIFIED: ${proof}`, colors.green];
}

function ignoredText({ ignored_count: count = 0, ignored_changes: changes = [] }: WorkspaceRecord): string {
  if (count === 0) return "";
  return `${countOf(count, "change")} of files that git ignores, beside the patch: ${firstNotes(changes)}`;
}

function firstNotes(notes: readonly Pick<PathNote, "path" | "reason">[]): string {
  const shown = notes.slice(0, 3).map(({ path, reason }) => `${path} (${reason})`);
  return [...shown, ...(notes.length > shown.length ? ["…"] : [])].join(", ");
}
