import { AbpError } from "../../../contract/index.ts";
import {
  type LogExport,
  type Verification,
  type VerifyOptions,
  verifyBundle,
  verifyEnvelope,
  verifyLog,
  verifyReceipt,
} from "../../../receipts/index.ts";
import type { CommandAction } from "../../command.ts";
import { showVerification } from "../../display/verification.ts";
import { readTrust } from "../../flags/trust-flags.ts";
import { inputName, readInput } from "../../terminal/input.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { checkContents, type EvidenceKind } from "./contents.ts";

/** Verifies a receipt, an envelope, a bundle or a log. The bytes decide which of them it is. */
export const verify: CommandAction = async (terminal, call) => {
  const path = call.arguments[0] as string;
  const bytes = await readInput(terminal, path);
  const trust = await readTrust(terminal, call.options);
  // The keys of this machine are a default. Keys that the user names require a signature.
  const isSignatureRequired = call.options["keys"] !== undefined;
  const kind = recognise(bytes);
  const verification =
    kind === "log"
      ? verifyLog(await readLog(terminal, path, bytes, call.options), trust)
      : verifyOne(kind, bytes, trust, isSignatureRequired);
  return showVerification(terminal, inputName(path), kind, checkContents(kind, bytes, verification));
};

function verifyOne(
  kind: Exclude<EvidenceKind, "log">,
  bytes: Uint8Array,
  trust: VerifyOptions,
  isSignatureRequired: boolean,
): Verification {
  if (kind === "bundle") return verifyBundle(bytes, trust);
  if (kind === "envelope") return verifyEnvelope(bytes, trust);
  const { keys, ...rest } = trust;
  return verifyReceipt(bytes, isSignatureRequired ? { keys, ...rest } : rest);
}

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

// An exported log has one receipt per line in canonical form, which contains no line breaks of its own.
function recognise(bytes: Uint8Array): EvidenceKind {
  const text = Buffer.from(bytes).toString("latin1");
  if (text.startsWith("c2sp.org/tlog-proof")) return "bundle";
  if (/^\{"artifacts":.*\}\r?\n\{/.test(text.slice(0, 1 << 20)) || isOneCanonicalLine(text)) return "log";
  return /"payloadType"\s*:/.test(text) && !/"trace"\s*:/.test(text) ? "envelope" : "receipt";
}

// A log of one receipt differs from a bare receipt only by the line break at its end.
function isOneCanonicalLine(text: string): boolean {
  return text.startsWith('{"artifacts":') && text.indexOf("\n") === text.length - 1;
}
