import { ExitCode, errorRow } from "../../contract/index.ts";
import type { Finding, HeldLogVerification } from "../../receipts/index.ts";
import type { LogCheck, StoreCheck } from "../../storage/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { renderFacts } from "./table.ts";

/** The check of one log, with unusual but allowed contents of its receipts. */
export interface ShownLogCheck extends Pick<LogCheck, "tenant" | "openRuns"> {
  readonly verification: HeldLogVerification & { readonly warnings: readonly Finding[] };
}

export interface ShownStoreCheck extends Pick<StoreCheck, "damage" | "advice"> {
  readonly logs: readonly ShownLogCheck[];
}

/**
 * Prints the check of a store, first the log of `tenant`. Returns the exit code: 0, or 7 when there is a fault in the database
 * or in any log.
 */
export function showLogCheck(terminal: Terminal, tenant: string, check: ShownStoreCheck): number {
  const own = check.logs.find((one) => one.tenant === tenant);
  const others = check.logs.filter((one) => one.tenant !== tenant);
  const findings = [
    ...check.damage,
    ...(own?.verification.findings ?? []),
    ...others.flatMap((one) => one.verification.findings.map((found) => inLog(one.tenant, found))),
  ];
  const ok = findings.length === 0;
  const advice = adviceOn(findings, check.advice);
  const exit = ok ? ExitCode.ok : ExitCode.verification;
  if (terminal.json) {
    const logs = check.logs.map(describe);
    const { signed = 0, unsigned = 0, ...rest } = own?.verification ?? {};
    terminal.outJson({
      kind: "log",
      ...rest,
      ok,
      findings,
      receipts: signed + unsigned,
      signed,
      unsigned,
      logs,
      advice,
    });
    return exit;
  }
  const { green, red, yellow } = terminal.colors;
  terminal.out(`${ok ? green("VALID") : red("INVALID")} log of ${countsOf(own)}`);
  terminal.out(...renderFacts(factsOf(own, others)).map((line) => `  ${line}`));
  for (const one of findings) terminal.out(`  ${red(one.code)} ${one.where}: ${one.message}`);
  for (const one of own?.verification.warnings ?? []) {
    terminal.out(`  ${yellow("warning")} ${one.where}: ${one.message}`);
  }
  for (const line of advice) terminal.out(`  → ${line}`);
  return exit;
}

function countsOf(check: ShownLogCheck | undefined): string {
  const { signed = 0, unsigned = 0 } = check?.verification ?? {};
  const total = signed + unsigned;
  return `${total} ${total === 1 ? "receipt" : "receipts"}: ${signed} signed, ${unsigned} not yet signed`;
}

function factsOf(
  own: ShownLogCheck | undefined,
  others: readonly ShownLogCheck[],
): [string, string | undefined][] {
  const { key, checkpoint } = own?.verification ?? {};
  const { running = 0, interrupted = 0 } = own?.openRuns ?? {};
  return [
    ["signed by", key ?? undefined],
    [
      "checkpoint",
      checkpoint === null || checkpoint === undefined
        ? "none yet; a daemon signs every 30 seconds, other commands when they end"
        : `${checkpoint.origin}, ${checkpoint.size} receipts`,
    ],
    ["running", running === 0 ? undefined : `${running} without a receipt yet`],
    [
      "interrupted",
      interrupted === 0
        ? undefined
        : `${interrupted} of a process that has ended; the next command that writes records them`,
    ],
    ...others.map((one): [string, string] => [`log of ${one.tenant}`, countsOf(one)]),
  ];
}

function describe({ tenant, verification, openRuns }: ShownLogCheck) {
  const { ok, signed, unsigned } = verification;
  return { tenant, ok, receipts: signed + unsigned, signed, unsigned, open_runs: openRuns };
}

function inLog(tenant: string, found: Finding): Finding {
  return { ...found, where: `log of ${tenant}: ${found.where}` };
}

// The advice of the check itself names files. The error table has advice for every other code.
function adviceOn(findings: readonly Finding[], given: readonly string[]): string[] {
  if (given.length > 0) return [...given];
  return [...new Set(findings.map(({ code }) => errorRow(code).advice))];
}
