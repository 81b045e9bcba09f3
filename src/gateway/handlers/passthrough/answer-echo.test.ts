import { describe, expect, it } from "vitest";
import { ByteBudget } from "../../../lib/index.ts";
import { AnswerEcho, type EchoedMembers } from "./answer-echo.ts";

const echoed: EchoedMembers = {
  members: { previous_response_id: "resp_1" },
  paths: { body: [], event: ["response"] },
};

function echo(isStream: boolean, chunks: readonly string[], budget = new ByteBudget(1 << 20)) {
  const answer = new AnswerEcho(echoed, isStream, budget);
  const pieces = chunks.map((chunk) => Buffer.from(answer.push(Buffer.from(chunk))).toString());
  return { pieces, text: pieces.join("") + Buffer.from(answer.end()).toString(), budget };
}

const event = (previous: string) =>
  `event: response.created\ndata: {"type":"response.created","response":{"id":"r", "previous_response_id":${previous}}}\n\n`;
const delta = 'event: d\ndata: {"type":"d","delta":"a \\"response\\" of 1.0"}\n\n';

describe("an answer that repeats what the caller asked", () => {
  it("has the members in place of the engine's, and no other byte changed", () => {
    const body = '{ "id":"r","x":1.0 , "previous_response_id" : null,"y":{"previous_response_id":null}}';
    const expected =
      '{ "id":"r","x":1.0 , "previous_response_id" : "resp_1","y":{"previous_response_id":null}}';
    expect(echo(false, [body]).text).toBe(expected);
    expect(echo(false, [...body]).text).toBe(expected);
  });

  it("gets the members that the engine left out", () => {
    expect(echo(false, ['{"id":"r"}']).text).toBe('{"previous_response_id":"resp_1","id":"r"}');
    expect(echo(false, ["{}"]).text).toBe('{"previous_response_id":"resp_1"}');
  });

  it("is changed in the events that hold the response, and passes each line on when it is whole", () => {
    const stream = event("null") + delta + event('"other"');
    const expected = event('"resp_1"') + delta + event('"resp_1"');
    expect(echo(true, [stream]).text).toBe(expected);
    expect(echo(true, [...stream]).text).toBe(expected);
    expect(echo(true, [stream.slice(0, -1)]).text).toBe(expected.slice(0, -1));
    expect(echo(true, [delta, delta.slice(0, 20), delta.slice(20)]).pieces).toEqual([
      delta,
      "event: d\n",
      delta.slice(9),
    ]);
  });

  it("passes events without the response on without a copy", () => {
    const answer = new AnswerEcho(echoed, true, new ByteBudget(100));
    const chunk = Buffer.from('event: d\ndata: {"type":"d"}\n\n');
    const passed = answer.push(chunk);
    expect(Buffer.compare(passed, chunk)).toBe(0);
    expect([passed.buffer === chunk.buffer, passed.byteOffset]).toEqual([true, chunk.byteOffset]);
  });

  it("is changed in every event if the members stand in the event itself", () => {
    const paths = { body: [], event: [] };
    const answer = new AnswerEcho({ ...echoed, paths }, true, new ByteBudget(100));
    expect(Buffer.from(answer.push(Buffer.from('data: {"id":1}\n\n'))).toString()).toBe(
      'data: {"previous_response_id":"resp_1","id":1}\n\n',
    );
  });

  it("keeps line ends with a carriage return, and data that is no JSON", () => {
    const stream = `${event("null").replaceAll("\n", "\r\n")}data: "response" [DONE]\r\n\r\n`;
    expect(echo(true, [stream]).text).toBe(stream.replace(":null", ':"resp_1"'));
  });

  it("passes on unchanged what is no object, and what it may not hold", () => {
    expect(echo(false, ["[1]"]).text).toBe("[1]");
    expect(echo(false, [""]).text).toBe("");
    const full = echo(false, ['{"id":', '"r"}'], new ByteBudget(7));
    expect([full.text, full.pieces]).toEqual(['{"id":"r"}', ["", '{"id":"r"}']]);
    expect(full.budget.used).toBe(0);
    const line = echo(true, ["\ndata: ", "{}\n", "\n"], new ByteBudget(3));
    expect(line.text).toBe("\ndata: {}\n\n");
  });

  it("gives its share of the budget back", () => {
    const budget = new ByteBudget(100);
    expect(echo(false, ['{"id":"r"}'], budget).budget.used).toBe(0);
    const answer = new AnswerEcho(echoed, true, budget);
    answer.push(Buffer.from("data: half"));
    expect(budget.used).toBe(10);
    answer.abandon();
    expect(budget.used).toBe(0);
  });
});
