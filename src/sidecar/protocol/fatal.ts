import { AbpError } from "../../contract/index.ts";
import type { SidecarFrame } from "./frame.ts";

const MAX_MESSAGE_LENGTH = 4096;

/** The error that a `fatal` frame reports. Documents of abp/v0.1 show `error` as an object, its programs write a text. */
export function readFatal(frame: SidecarFrame, redact: (text: string) => string): AbpError {
  const { error, error_code: code } = frame;
  const inner =
    typeof error === "object" && error !== null && !Array.isArray(error) ? error["message"] : error;
  const message = typeof inner === "string" ? inner : (JSON.stringify(inner) ?? "no message");
  return new AbpError("sidecar_fatal", redact(message.slice(0, MAX_MESSAGE_LENGTH)), {
    details: typeof code === "string" ? { reported_code: code.slice(0, 64) } : {},
  });
}
