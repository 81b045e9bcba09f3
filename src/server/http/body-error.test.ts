import { expect, it } from "vitest";
import type { Admission } from "../../gateway/index.ts";
import type { HttpLimits } from "../context/server-context.ts";
import { bodyTimedOut, bodyTooLarge } from "./body-error.ts";

it.each([
  [true, "gateway.max_upload_bytes"],
  [false, "gateway.max_body_bytes"],
  [undefined, "gateway.max_body_bytes"],
])("a body that is too large names the setting that limits it (streamed: %s)", (streamsBody, key) => {
  const admission = { maxBodyBytes: 7, streamsBody } as unknown as Admission;
  expect(bodyTooLarge(admission)).toMatchObject({
    code: "input_too_large",
    message: "The request's body is larger than 7 bytes.",
    advice: `Send less, or raise \`${key}\`.`,
    details: { limit: 7 },
  });
});

it("a body that does not continue names the setting of the time", () => {
  expect(bodyTimedOut({ body_idle_timeout_secs: 9 } as HttpLimits)).toMatchObject({
    code: "request_timed_out",
    message: "The request's body did not continue for 9 seconds.",
    details: { limit: "gateway.body_idle_timeout_secs" },
  });
});
