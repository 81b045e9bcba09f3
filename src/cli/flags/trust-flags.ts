import { readDocumentJson } from "../../contract/index.ts";
import { parseWitnessKey, type TrustedKeys, trustKeys, type VerifyOptions } from "../../receipts/index.ts";
import { openKeys } from "../ledger.ts";
import { loadSettings } from "../settings.ts";
import { inputName, readInput } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Reads what a verification trusts and expects. It comes from the options only, never from the input to verify. */
export async function readTrust(
  terminal: Terminal,
  options: Readonly<Record<string, unknown>>,
): Promise<VerifyOptions> {
  const { keys, origin, tenant, witness } = options as Record<string, string | undefined>;
  return {
    keys: await readKeys(terminal, keys),
    ...(origin === undefined ? {} : { origin }),
    ...(tenant === undefined ? {} : { tenant }),
    ...(witness === undefined ? {} : { witnesses: [parseWitnessKey(witness, "--witness")] }),
  };
}

async function readKeys(terminal: Terminal, file: string | undefined): Promise<TrustedKeys> {
  if (file !== undefined) {
    return trustKeys(readDocumentJson(await readInput(terminal, file), inputName(file)));
  }
  const own = openKeys(terminal, (await loadSettings(terminal)).config);
  return (await own.list()).length === 0 ? new Map() : trustKeys(await own.keySet());
}
