import type { OpenRun } from "../../ledger/ledger.ts";

/** An open run with its tenant. */
export interface JournalRun extends OpenRun {
  readonly tenant: string;
}

/** Formats a run as one line of JSON, with the line break. */
export function formatOpenRun(tenant: string, run: OpenRun): string {
  return `${JSON.stringify([
    tenant,
    run.runId,
    run.workOrderId,
    run.startedAt.getTime(),
    run.backendId,
    run.mode,
    run.request ?? null,
    run.facts ?? null,
  ])}\n`;
}

/** Parses the lines of a journal row. */
export function parseOpenRuns(lines: string): JournalRun[] {
  return lines.split("\n").slice(0, -1).map(parseOpenRun);
}

function parseOpenRun(line: string): JournalRun {
  const [tenant, runId, workOrderId, startedAt, backendId, mode, request, facts] = JSON.parse(line) as [
    string,
    string,
    string,
    number,
    string,
    OpenRun["mode"],
    OpenRun["request"] | null,
    OpenRun["facts"] | null,
  ];
  return {
    tenant,
    runId,
    workOrderId,
    startedAt: new Date(startedAt),
    backendId,
    mode,
    ...(request ? { request } : {}),
    ...(facts ? { facts } : {}),
  };
}
