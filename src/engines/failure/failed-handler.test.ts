import { afterEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { handlerError, notifyFailure } from "./failed-handler.ts";

afterEach(() => void vi.restoreAllMocks());

describe("a handler that throws", () => {
  it("is named by the engine's error, with its own error as the cause", () => {
    const cause = new Error("x");
    const error = handlerError("e", cause);
    expect(error.code).toBe("internal");
    expect(error.message).toBe('engine "e" was given up because its answer could not be handled');
    expect(error.details).toEqual({ engine: "e" });
    expect(error.cause).toBe(cause);
  });

  it("at its failure becomes a warning of the process", () => {
    const warning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const thrown = new Error("x");
    const failing = (what: unknown) => ({
      onHead: () => undefined,
      onData: () => true,
      onEnd: () => undefined,
      onFailure: () => {
        throw what;
      },
    });
    notifyFailure(failing(thrown), new AbpError("internal", "y"));
    notifyFailure(failing(5), new AbpError("internal", "y"));
    expect(warning.mock.calls).toEqual([[thrown], ["5"]]);
  });
});
