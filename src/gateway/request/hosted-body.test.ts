import { describe, expect, it } from "vitest";
import { scanBody } from "./call-body.ts";
import { ownBody } from "./hosted-body.ts";

const hosted = { path: "/v1/messages", members: ["anthropic_version"] };

function change(text: string, model?: string) {
  const body = Buffer.from(text);
  const { body: own, changes } = ownBody(body, scanBody(body, 100, hosted.members), hosted, model);
  return [own.toString(), changes.length] as const;
}

describe("the body of a call under a cloud's path", () => {
  it("gets the model of the path, and loses what only the cloud has", () => {
    expect(change('{"anthropic_version":"v","max_tokens":1}', "m")).toEqual([
      '{"model":"m","max_tokens":1}',
      2,
    ]);
    expect(change('{ "max_tokens" : 1 , "anthropic_version" : "v" }', "m")).toEqual([
      '{"model":"m", "max_tokens" : 1  }',
      2,
    ]);
    expect(change('{"anthropic_version":"v"}', "m")).toEqual(['{"model":"m"}', 2]);
    expect(change("{}", "m")).toEqual(['{"model":"m"}', 1]);
  });

  it("names the model of the path if its own is another one", () => {
    expect(change('{"model":"a","anthropic_version":"v"}', "b")).toEqual(['{"model":"b"}', 2]);
    expect(change('{"anthropic_version":"v","model":"a"}', "longer")).toEqual(['{"model":"longer"}', 2]);
    expect(change('{"model":7}', "b")).toEqual(['{"model":"b"}', 1]);
  });

  it("stays as it is if nothing is to be changed, or it is no object", () => {
    expect(change('{"model":"a"}', "a")).toEqual(['{"model":"a"}', 0]);
    expect(change('{"x":{"anthropic_version":"v"},"model":"a"}')).toEqual([
      '{"x":{"anthropic_version":"v"},"model":"a"}',
      0,
    ]);
    expect(change("[1]", "m")).toEqual(["[1]", 0]);
    expect(change("", "m")).toEqual(["", 0]);
  });
});
