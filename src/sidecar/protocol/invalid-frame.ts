import { AbpError } from "../../contract/index.ts";
import { redactText } from "../../lib/index.ts";

const MAX_QUOTED_BYTES = 32;
const MAX_KIND_LENGTH = 64;

/** Turns the issues of a schema into an error of the protocol. Returns other errors as they are. */
export function describeIssues(error: unknown, frame: string): unknown {
  if (!AbpError.is(error)) return error;
  return new AbpError(
    "protocol_invalid_envelope",
    `The ${frame} of the sidecar is not valid: ${error.message}`,
    {
      details: { frame, ...error.details },
      cause: error,
    },
  );
}

/** The error of a frame whose kind has no place where it arrived. `when` follows the kind. */
export function unexpectedFrame(frame: { readonly t: string }, when: string): AbpError {
  const kind = frame.t.slice(0, MAX_KIND_LENGTH);
  return new AbpError("protocol_unexpected_message", `The sidecar sent "${kind}" ${when}`, {
    details: { kind },
  });
}

/** Quotes the first bytes of a line, as text and in hexadecimal. A secret is removed first. */
export function quoteBytes(bytes: Uint8Array | string): string {
  const given = Buffer.from(bytes as string).subarray(0, 4096);
  const text = redactText(given.toString("utf8"));
  const isClean = text === given.toString("utf8");
  const head = (isClean ? given : Buffer.from(text)).subarray(0, MAX_QUOTED_BYTES);
  const shown = head.toString("utf8");
  return `${JSON.stringify(shown)} (bytes ${head.toString("hex")}${given.length > head.length ? "…" : ""})`;
}
