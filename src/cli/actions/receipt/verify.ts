import { AbpError } from "../../../contract/index.ts";
import { verifyBundle, verifyEnvelope, verifyLog, verifyReceipt } from "../../../receipts/index.ts";
import type { CommandAction } from "../../command.ts";
import { presentVerification } from "../../display/verification.ts";
import { readTrust } from "../../flags/trust-flags.ts";
import { inputName, readInput } from "../../terminal/input.ts";

/** Verifies a receipt, an envelope, a bundle or a log: whichever the bytes are. */
export const verify: CommandAction = async (terminal, call) => {
  const path = call.arguments[0] as string;
  const bytes = await readInput(terminal, path);
  const trust = await readTrust(terminal, call.options);
  const kind = recognise(bytes);
  const source = inputName(path);
  switch (kind) {
    case "bundle":
      return presentVerification(terminal, source, kind, verifyBundle(bytes, trust));
    case "envelope":
      return presentVerification(terminal, source, kind, verifyEnvelope(bytes, trust));
    case "receipt":
      return presentVerification(terminal, source, kind, verifyReceipt(bytes, trust));
    case "log": {
      const { checkpoint = `${path}.checkpoint`, remembered } = call.options as Record<
        string,
        string | undefined
      >;
      if (path === "-" && call.options["checkpoint"] === undefined) {
        throw new AbpError("usage_invalid", "a log on standard input needs --checkpoint", { where: source });
      }
      const log = {
        entries: bytes,
        checkpoint: await readInput(terminal, checkpoint),
        ...(remembered === undefined ? {} : { remembered: await readInput(terminal, remembered) }),
      };
      return presentVerification(terminal, source, kind, verifyLog(log, trust));
    }
  }
};

type Kind = "bundle" | "envelope" | "log" | "receipt";

// A log is receipts in canonical form, which has no line breaks: a line break after a whole object tells it.
function recognise(bytes: Uint8Array): Kind {
  const text = Buffer.from(bytes).toString("latin1");
  if (text.startsWith("c2sp.org/tlog-proof")) return "bundle";
  if (/^\{"artifacts":.*\}\r?\n\{/.test(text.slice(0, 1 << 20)) || isOneCanonicalLine(text)) return "log";
  return /"payloadType"\s*:/.test(text) && !/"trace"\s*:/.test(text) ? "envelope" : "receipt";
}

// An exported log of one receipt looks like that receipt, but for the line break at its end.
function isOneCanonicalLine(text: string): boolean {
  return text.startsWith('{"artifacts":') && text.indexOf("\n") === text.length - 1;
}
