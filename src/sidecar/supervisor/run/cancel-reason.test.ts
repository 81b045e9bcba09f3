import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { cancelError, cancelReason } from "./cancel-reason.ts";

describe("the reason of a cancel", () => {
  it("is the message of an error, or the reason as text", () => {
    expect(cancelReason(AbortSignal.abort(new Error("too slow")))).toBe("too slow");
    expect(cancelReason(AbortSignal.abort("stop"))).toBe("stop");
    expect(cancelReason(AbortSignal.abort(5))).toBe("5");
  });

  it("becomes an error, unless it is one of ours already", () => {
    expect(cancelError(AbortSignal.abort("stop"))).toMatchObject({
      code: "run_cancelled",
      message: "The run was cancelled: stop",
    });
    const own = new AbpError("backend_timeout", "late");
    expect(cancelError(AbortSignal.abort(own))).toBe(own);
  });
});
