import { AbpError } from "../../../contract/index.ts";
import {
  checkContents,
  type LogExport,
  recogniseEvidence,
  verifyEvidence,
  verifyLog,
} from "../../../receipts/index.ts";
import type { CommandAction } from "../../command.ts";
import { showVerification } from "../../display/verification.ts";
import { readTrust } from "../../flags/trust-flags.ts";
import { inputName, readInput } from "../../terminal/input.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Verifies a receipt, an envelope, a bundle or a log. The bytes decide which of them it is. */
export const verify: CommandAction = async (terminal, call) => {
  const path = call.arguments[0] as string;
  const bytes = await readInput(terminal, path);
  const trust = await readTrust(terminal, call.options);
  // The keys of this machine are a default. Keys that the user names require a signature.
  const isSignatureRequired = call.options["keys"] !== undefined;
  const kind = recogniseEvidence(bytes);
  const verification =
    kind === "log"
      ? verifyLog(await readLog(terminal, path, bytes, call.options), trust)
      : verifyEvidence(kind, bytes, trust, isSignatureRequired);
  return showVerification(terminal, inputName(path), kind, checkContents(kind, bytes, verification));
};

async function readLog(
  terminal: Terminal,
  path: string,
  entries: Uint8Array,
  options: Readonly<Record<string, unknown>>,
): Promise<LogExport> {
  const { checkpoint, remembered } = options as Record<string, string | undefined>;
  if (path === "-" && checkpoint === undefined) {
    throw new AbpError("usage_invalid", "a log on standard input needs --checkpoint", {
      where: inputName(path),
    });
  }
  return {
    entries,
    checkpoint: await readInput(terminal, checkpoint ?? `${path}.checkpoint`),
    ...(remembered === undefined ? {} : { remembered: await readInput(terminal, remembered) }),
  };
}
