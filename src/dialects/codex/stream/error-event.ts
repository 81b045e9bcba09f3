import type { StreamEvent } from "../../../contract/index.ts";
import { type Members, omitMembers } from "../../members/members.ts";
import { ownMembers } from "../../members/own-members.ts";
import { vendorCodeOf } from "../errors.ts";
import { ID } from "../wire.ts";

type ErrorEvent = Extract<StreamEvent, { type: "error" }>;

/** The members of an `error` event: OpenAI's stand beside the type, those of Open Responses in `error`. */
export function writeErrorEvent(event: ErrorEvent): Members {
  const own = ownMembers(event, ID);
  const { message } = event;
  const code = own["code"] ?? vendorCodeOf(event.code) ?? "server_error";
  const param = own["param"] ?? null;
  return { code, message, param, error: { type: own["type"] ?? typeOf(code), code, message, param } };
}

/** The `error` of a failed response. Its code is one of a short list, unless the engine gave it in this dialect. */
export function writeResponseError(event: ErrorEvent): Members {
  const own = ownMembers(event, ID);
  const code = own["code"] ?? responseCode(event.code);
  return { code, message: event.message, ...omitMembers(own, "code", "message") };
}

// ResponseErrorCode of the published schema: a prompt that is too long or was blocked counts as invalid.
function responseCode(code: string): string {
  switch (code) {
    case "backend_rate_limited":
    case "rate_limit_exceeded":
      return "rate_limit_exceeded";
    case "backend_context_length":
    case "backend_content_filtered":
      return "invalid_prompt";
    default:
      return "server_error";
  }
}

function typeOf(code: unknown): string {
  if (code === "rate_limit_exceeded") return "rate_limit_error";
  if (code === "invalid_api_key") return "authentication_error";
  return code === "server_error" ? "server_error" : "invalid_request_error";
}
