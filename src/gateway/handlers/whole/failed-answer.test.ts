import { describe, expect, it } from "vitest";
import type { AbpError } from "../../../contract/index.ts";
import { findDialect } from "../../../dialects/index.ts";
import { scriptedEngine } from "../../fixtures/scripted-engine.ts";
import { errorHints, parseAnswer, parseFailure, translateFailure } from "./failed-answer.ts";

const conceal = (text: string) => text.replaceAll("sesame", "[redacted]");

describe("a failure of an engine", () => {
  const refusal = { type: "error", error: { type: "overloaded_error", message: "busy" } };

  function translate(status: number, value: unknown, inside?: number, takesOver = false) {
    const offered: AbpError[] = [];
    const owner = {
      fallBack: (error: AbpError) => {
        offered.push(error);
        return takesOver;
      },
    };
    const call = { owner, dialect: findDialect("openai"), engine: scriptedEngine("e", "claude") };
    const failed = translateFailure(call, { status, headers: ["retry-after", "3"] }, value, inside);
    return { failed, offered };
  }

  it("is written in the caller's dialect, with the retry headers, and recorded with the engine's status", () => {
    const { failed, offered } = translate(529, refusal);
    expect(JSON.parse(failed!.answer.body)).toMatchObject({ error: { message: "busy" } });
    expect(failed!.answer.headers).toEqual(
      expect.arrayContaining(["x-should-retry", "true", "retry-after", "3"]),
    );
    expect(failed!.report).toMatchObject({ from: "claude", to: "openai", direction: "error" });
    expect(offered).toEqual([failed!.error]);
    expect(failed!.error).toMatchObject({ message: "busy", details: { engine_status: 529 } });
  });

  it("is left to another engine that takes the call", () => {
    expect(translate(529, refusal, undefined, true).failed).toBeUndefined();
  });

  it("of the request itself is offered to no other engine", () => {
    const invalid = { type: "error", error: { type: "invalid_request_error", message: "no" } };
    const { failed, offered } = translate(400, invalid, undefined, true);
    expect([failed!.answer.status, offered]).toEqual([400, []]);
  });

  it("inside an answer with the status of a success has the status that it amounts to", () => {
    const { failed, offered } = translate(200, refusal, 529);
    expect(failed!.answer.status).toBe(translate(529, refusal).failed!.answer.status);
    expect(offered).toHaveLength(1);
    expect(failed!.error.details).toMatchObject({ engine_status: 200 });
  });
});

describe("the retry headers of a failed answer", () => {
  it("say by the error's code whether a retry helps", () => {
    expect(errorHints([], "validation_failed")).toEqual(["x-should-retry", "false"]);
    expect(errorHints([], "backend_rate_limited")).toEqual(["x-should-retry", "true"]);
  });

  it("are the engine's own if it sent them", () => {
    expect(errorHints(["X-Should-Retry", "true", "Retry-After", "3"], "validation_failed")).toEqual([
      "x-should-retry",
      "true",
      "retry-after",
      "3",
    ]);
  });
});

describe("a body that an engine sent", () => {
  it("is parsed if it is JSON, is text if it is not, and undefined if it is empty", () => {
    expect(parseAnswer(Buffer.from('{"a":1}'))).toEqual({ a: 1 });
    expect(parseAnswer(Buffer.from("null"))).toBeNull();
    expect(parseAnswer(Buffer.from("gateway down"))).toBe("gateway down");
    expect(parseAnswer(Buffer.alloc(0))).toBeUndefined();
  });

  it("is shortened to 2000 bytes if it is not JSON", () => {
    expect(parseAnswer(Buffer.from(`<${"x".repeat(5000)}`))).toBe(`<${"x".repeat(1999)}`);
  });

  it("loses the engine's secrets if it is a failure and the engine has some", () => {
    const body = Buffer.from('{"message":"sesame"}');
    expect(parseFailure(body, scriptedEngine("e", "claude", undefined, { conceal }))).toEqual({
      message: "[redacted]",
    });
    expect(parseFailure(body, scriptedEngine("e", "claude"))).toEqual({ message: "sesame" });
  });
});
