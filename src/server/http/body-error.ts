import { AbpError } from "../../contract/index.ts";
import type { Admission } from "../../gateway/index.ts";
import type { HttpLimits } from "../context/server-context.ts";

/** The error of a body that exceeds the limit of its call. */
export function bodyTooLarge({
  maxBodyBytes: limit,
  streamsBody,
}: Pick<Admission, "maxBodyBytes" | "streamsBody">): AbpError {
  const key = streamsBody === true ? "gateway.max_upload_bytes" : "gateway.max_body_bytes";
  return new AbpError("input_too_large", `The request's body is larger than ${limit} bytes.`, {
    advice: `Send less, or raise \`${key}\`.`,
    details: { limit },
  });
}

/** The error of a caller that stops sending in the middle of its body. */
export function bodyTimedOut(limits: HttpLimits): AbpError {
  const seconds = limits.body_idle_timeout_secs;
  return new AbpError("request_timed_out", `The request's body did not continue for ${seconds} seconds.`, {
    details: { limit: "gateway.body_idle_timeout_secs" },
  });
}
