import { ExitCode } from "../../contract/index.ts";
import type { Finding, Verification } from "../../receipts/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { renderFacts } from "./table.ts";

/** A verification with the findings that do not make it fail. */
export interface ShownVerification extends Verification {
  readonly warnings: readonly Finding[];
}

/** Prints the result of a verification, and returns its exit code: 0, or 7 when there is a finding. */
export function showVerification(
  terminal: Terminal,
  source: string,
  what: string,
  result: ShownVerification,
): number {
  const exit = result.ok ? ExitCode.ok : ExitCode.verification;
  if (terminal.json) {
    terminal.outJson({ kind: what, ...result });
    return exit;
  }
  const { green, red, yellow } = terminal.colors;
  terminal.out(`${result.ok ? green("VALID") : red("INVALID")} ${what} ${source}`);
  terminal.out(...renderFacts(listFacts(result)).map((line) => `  ${line}`));
  for (const one of result.findings) terminal.out(`  ${red(one.code)} ${one.where}: ${one.message}`);
  for (const one of result.warnings) terminal.out(`  ${yellow("warning")} ${one.where}: ${one.message}`);
  return exit;
}

function listFacts(result: Verification): [string, string | undefined][] {
  const { ok, profile, key, chain, checkpoint, witnesses, runId } = result;
  return [
    ["run", runId ?? undefined],
    [
      "hash",
      profile === null
        ? undefined
        : `${profile}${profile === "serde-v0.1" ? " (an abp/v0.1 receipt: checked, never written)" : ""}`,
    ],
    [
      "signed by",
      key ?? (ok ? "nobody: the hash shows that it is unchanged, not who made it" : "no trusted key"),
    ],
    ["place", chain === null ? undefined : `${chain.origin}, tenant ${chain.tenant}, number ${chain.seq}`],
    ["checkpoint", checkpoint === null ? undefined : `${checkpoint.origin}, ${checkpoint.size} receipts`],
    ["witnesses", witnesses.length === 0 ? undefined : witnesses.join(", ")],
  ];
}
