import { describe, expect, it } from "vitest";
import { leaveError } from "./leave-error.ts";

describe("the error of a call that is ended early", () => {
  it.each([
    ["client_gone", "client_gone", "the caller left"],
    ["client_stalled", "client_stalled", "the caller stopped reading"],
    ["shutting_down", "shutting_down", "the daemon stopped"],
    ["run_ended", "run_cancelled", "the run ended while this call was under way"],
  ] as const)("says why: %s", (reason, code, message) => {
    expect(leaveError(reason)).toMatchObject({ code, message });
  });
});
