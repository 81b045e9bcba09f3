import { describe, expect, it } from "vitest";
import { digestBody } from "../bytes/body-digest.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, bodyOf, testContext } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { LaterBodies } from "../slices/later-bodies.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { addressedRequest, digestOf, negotiationOf } from "./passed-request.ts";

function questionOf(model: string | undefined, stream = false) {
  const request = new CallRequest(
    admissionTo("/v1/chat/completions"),
    bodyOf({ model: "m", stream, messages: [] }),
  );
  request.scan(64);
  return {
    context: testContext({ engines: [] }),
    request,
    target: { engine: fakeEngine("e", "openai", { provider: "openai" }), model, getsCallerKey: true },
    plan: { compatibility: "strict" as const },
  };
}

describe("a request for an engine of the caller's dialect", () => {
  it("has the model of its target", () => {
    const question = questionOf(undefined);
    expect(addressedRequest(question)).toEqual({
      body: question.request.body,
      path: "/v1/chat/completions",
      changes: [],
    });
    const { body, changes } = addressedRequest(questionOf("n"));
    expect(JSON.parse(body.toString())).toEqual({ model: "n", stream: false, messages: [] });
    expect(changes).toEqual(['the model "m" was replaced by "n"']);
  });

  it("is hashed at once, or later if it is long", async () => {
    const body = Buffer.from("body");
    expect(digestOf({}, body)).toEqual(digestBody(body));
    const later = new LaterBodies(10);
    const digest = digestOf({ later }, body);
    expect(digest).toEqual({ bytes: 4, sha256: "" });
    await later.run(new SliceQueue());
    expect(digest).toEqual(digestBody(body));
  });

  it("asks of its model nothing but a stream", () => {
    const plain = negotiationOf(questionOf("gpt-5"));
    expect(plain).toMatchObject({ mode: "strict", findings: [] });
    expect(negotiationOf(questionOf("gpt-5"))).toBe(plain);
    expect(negotiationOf(questionOf(undefined))).not.toBe(plain);
    expect(negotiationOf(questionOf("gpt-5", true)).findings).toMatchObject([{ capability: "streaming" }]);
  });
});
