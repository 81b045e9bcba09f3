import { AbpError } from "../../contract/index.ts";
import type { SidecarFrame } from "./frame.ts";

const MAX_MESSAGE_LENGTH = 4096;
const MAX_CODE_LENGTH = 64;

/**
 * The error that a `fatal` frame reports, in the sidecar's own words. Documents of abp/v0.1 show `error` as an object, its programs
 * write a text. The code stands beside it or in it.
 */
export function readFatal(frame: SidecarFrame, redact: (text: string) => string): AbpError {
  const { error } = frame;
  const members = typeof error === "object" && error !== null && !Array.isArray(error) ? error : undefined;
  const inner = members === undefined ? error : members["message"];
  const message = typeof inner === "string" ? inner : (JSON.stringify(inner) ?? "no message");
  const code = [frame["error_code"], members?.["error_code"], members?.["code"]].find(
    (one) => typeof one === "string",
  );
  return new AbpError("sidecar_fatal", redact(message.slice(0, MAX_MESSAGE_LENGTH)).toWellFormed(), {
    details: code === undefined ? {} : { reported_code: code.slice(0, MAX_CODE_LENGTH).toWellFormed() },
  });
}
