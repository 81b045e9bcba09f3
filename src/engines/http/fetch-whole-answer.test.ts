import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { UpstreamHandler, UpstreamRequest } from "../engine.ts";
import { fetchWholeAnswer } from "./fetch-whole-answer.ts";

const request: UpstreamRequest = { method: "GET", path: "/v1/models", headers: [], repeatable: true };

/** An engine whose answers the test gives. */
function openFake() {
  const calls: { request: UpstreamRequest; handler: UpstreamHandler; aborts: number }[] = [];
  return {
    calls,
    engine: {
      name: "e",
      dispatch: (asked: UpstreamRequest, handler: UpstreamHandler) => {
        const call = { request: asked, handler, aborts: 0 };
        calls.push(call);
        return {
          resume: () => undefined,
          abort: () => {
            call.aborts++;
          },
        };
      },
    },
  };
}

describe("fetching a whole answer", () => {
  it("resolves to the status and the bytes of all chunks", async () => {
    const { engine, calls } = openFake();
    const answer = fetchWholeAnswer(engine, request, new AbortController().signal);
    const { handler, request: asked } = calls[0]!;
    expect(asked).toBe(request);
    handler.onHead(418, []);
    expect(handler.onData(Buffer.from("ab"))).toBe(true);
    handler.onData(Buffer.from("c"));
    handler.onEnd();
    expect(await answer).toEqual({ status: 418, body: Buffer.from("abc") });
  });

  it("rejects with the error of the call", async () => {
    const { engine, calls } = openFake();
    const answer = fetchWholeAnswer(engine, request, new AbortController().signal);
    const error = new AbpError("backend_timeout", "late");
    calls[0]!.handler.onFailure(error);
    await expect(answer).rejects.toBe(error);
  });

  it("takes 4 MiB and no more", async () => {
    const { engine, calls } = openFake();
    const answer = fetchWholeAnswer(engine, request, new AbortController().signal);
    const call = calls[0]!;
    expect(call.handler.onData(Buffer.alloc(4 * 1024 * 1024))).toBe(true);
    expect(call.aborts).toBe(0);
    expect(call.handler.onData(Buffer.alloc(1))).toBe(false);
    expect(call.aborts).toBe(1);
    await expect(answer).rejects.toMatchObject({
      code: "backend_unavailable",
      message: 'engine "e" answered with more than 4194304 bytes',
    });
  });

  it("aborts the call with its signal", async () => {
    const { engine, calls } = openFake();
    const controller = new AbortController();
    const answer = fetchWholeAnswer(engine, request, controller.signal);
    expect(calls[0]!.aborts).toBe(0);
    controller.abort();
    expect(calls[0]!.aborts).toBe(1);
    await expect(answer).rejects.toMatchObject({
      code: "client_gone",
      message: 'the question to engine "e" was broken off',
    });
  });

  it("aborts the call at once when its signal has aborted before", async () => {
    const { engine, calls } = openFake();
    const answer = fetchWholeAnswer(engine, request, AbortSignal.abort());
    expect(calls[0]!.aborts).toBe(1);
    await expect(answer).rejects.toMatchObject({ code: "client_gone" });
  });

  it.each<[string, (handler: UpstreamHandler) => void]>([
    ["ended", (handler) => handler.onEnd()],
    ["failed", (handler) => handler.onFailure(new AbpError("backend_timeout", "late"))],
    ["was too large", (handler) => void handler.onData(Buffer.alloc(4 * 1024 * 1024 + 1))],
  ])("does not listen to its signal any more once the call %s", async (_, finish) => {
    const { engine, calls } = openFake();
    const controller = new AbortController();
    const answer = fetchWholeAnswer(engine, request, controller.signal);
    finish(calls[0]!.handler);
    await answer.catch(() => undefined);
    const { aborts } = calls[0]!;
    controller.abort();
    expect(calls[0]!.aborts).toBe(aborts);
  });
});
