import { describe, expect, it } from "vitest";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, bodyOf, testCaller } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { beginningOf } from "./call-beginning.ts";

const PARENT = "01890a5d-ac96-774b-bcce-b302099a8057";
const engine = fakeEngine("e", "claude");

function requestTo(target: string, body: unknown): CallRequest {
  const request = new CallRequest(admissionTo(target, [], testCaller({ name: "ada" })), bodyOf(body));
  request.scan(8);
  return request;
}

describe("the beginning of a call", () => {
  it("has what a receipt needs if the process ends", () => {
    const request = requestTo("/v1/chat/completions", { model: "m" });
    expect(beginningOf("run-1", 1000, request, engine, "mapped")).toEqual({
      runId: "run-1",
      workOrderId: "run-1",
      startedAt: new Date(1000),
      backendId: "e",
      mode: "mapped",
      request: request.digest,
      facts: { dialect: "openai", engine: "e", caller: "ada", model: "m" },
    });
  });

  it("belongs to the run that the path names, and states a model only if there is one", () => {
    const request = requestTo(`/r/${PARENT}/v1/chat/completions`, {});
    const beginning = beginningOf("run-1", 0, request, engine, "passthrough");
    expect([beginning.workOrderId, beginning.mode, beginning.facts?.["model"]]).toEqual([
      PARENT,
      "passthrough",
      "",
    ]);
  });
});
