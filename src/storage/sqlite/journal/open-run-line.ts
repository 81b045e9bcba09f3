import type { OpenRun } from "../../ledger/ledger.ts";

/** An open run with the tenant that it belongs to. */
export interface JournalRun extends OpenRun {
  readonly tenant: string;
}

/** Writes a run as a line of the journal. */
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

/** Reads the runs of a journal row. */
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
