import { afterEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { RecordingHandler } from "./fixtures/fake-pool.ts";
import { RefusedCall } from "./refused-call.ts";

afterEach(() => void vi.restoreAllMocks());

const error = new AbpError("credential_missing", "none");
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

describe("a refused call", () => {
  it("fails after its caller has it, once, and can be resumed without effect", async () => {
    const handler = new RecordingHandler();
    const call = new RefusedCall(handler, error);
    call.resume();
    expect(handler.log).toEqual([]);
    await nextTick();
    call.abort();
    await nextTick();
    expect(handler.log).toEqual(["failure credential_missing"]);
    expect(handler.error).toBe(error);
  });

  it("tells nobody when it was aborted first", async () => {
    const handler = new RecordingHandler();
    new RefusedCall(handler, error).abort();
    await nextTick();
    expect(handler.log).toEqual([]);
  });

  it("survives a handler that throws", async () => {
    const warning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const handler = new RecordingHandler();
    handler.react = () => {
      throw "a text";
    };
    new RefusedCall(handler, error);
    await nextTick();
    expect(warning).toHaveBeenCalledWith("a text");
  });
});
