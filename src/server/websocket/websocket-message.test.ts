import { describe, expect, it } from "vitest";
import {
  inputItems,
  readMessage,
  textOf,
  withStreamId,
  writeErrorMessage,
  writeRequest,
  writeSteerRefusal,
  writeWarmUp,
} from "./websocket-message.ts";

describe("a message", () => {
  it.each(["", "x", "1", "null", "[]", '"a"', "{"])("%j is not one", (text) => {
    expect(readMessage(text)).toBeUndefined();
  });

  it.each([
    '{"a":1.0}',
    '{"a":12345678901234567890}',
    '{"a":1e5}',
    '{"a":1E5}',
    '{"a":1e+5}',
    '{"a":-0}',
    '{"a":0.10}',
    '{"a":100,"b":[0.5,"1.0"],"c":null}',
  ])("keeps its numbers: %s", (text) => {
    const { stream: _, ...rest } = { ...readMessage(text)! };
    expect(JSON.stringify(rest)).toBe(text);
  });

  it("has texts among its members", () => {
    expect([textOf({ a: "x" }, "a"), textOf({ a: 1 }, "a"), textOf({}, "a")]).toEqual([
      "x",
      undefined,
      undefined,
    ]);
  });

  it("has input items", () => {
    const items = [{ role: "user" }];
    expect(inputItems({ input: items })).toBe(items);
    expect(inputItems({ input: "hi" })).toEqual([{ type: "message", role: "user", content: "hi" }]);
    expect(inputItems({})).toEqual([]);
    expect(inputItems({ input: null })).toEqual([]);
  });
});

describe("the request for a message", () => {
  const message = {
    type: "response.create",
    generate: true,
    stream_id: "s",
    stream: false,
    model: "m",
    previous_response_id: "r",
    input: "hi",
    z: 1,
  };

  it("has the message's own members in their order, and asks for a stream", () => {
    expect(writeRequest(message, undefined)).toBe(
      '{"model":"m","previous_response_id":"r","input":"hi","z":1,"stream":true}',
    );
  });

  it("has the items in place of the input and of the earlier response", () => {
    expect(writeRequest(message, [1])).toBe('{"model":"m","input":[1],"z":1,"stream":true}');
    expect(writeRequest({ model: "m" }, [1])).toBe('{"model":"m","input":[1],"stream":true}');
  });
});

describe("an error", () => {
  const answer = (body: string) => ({ status: 404, headers: [], body });

  it("has the status and the error of the answer", () => {
    expect(JSON.parse(writeErrorMessage(answer('{"error":{"code":"x"}}'), false))).toEqual({
      type: "error",
      status: 404,
      error: { code: "x" },
    });
  });

  it.each([
    ['{"error":{"type":"invalid_request_error","code":null}}', "invalid_request_error"],
    ['{"error":{"code":7}}', "server_error"],
    ['{"error":{"type":"t","code":"c"}}', "c"],
  ])("always has a code in words: %s", (body, code) => {
    expect(JSON.parse(writeErrorMessage(answer(body), false)).error.code).toBe(code);
  });

  it("for a missing response has the code that agents look for", () => {
    expect(JSON.parse(writeErrorMessage(answer('{"error":{"code":"x","message":"m"}}'), true))).toEqual({
      type: "error",
      status: 400,
      error: { code: "previous_response_not_found", message: "m" },
    });
  });

  it.each(["", "null", "{}", '{"error":null}', '{"error":"text"}', "not json"])(
    "of an answer without an error object is a server error: %j",
    (body) => {
      expect(JSON.parse(writeErrorMessage(answer(body), false))).toEqual({
        type: "error",
        status: 404,
        error: { type: "server_error", code: "server_error", message: "The call failed." },
      });
    },
  );
});

it("steering is refused with its input", () => {
  expect(JSON.parse(writeSteerRefusal({ input: [1], previous_response_id: "r" }))).toMatchObject({
    type: "response.steer.failed",
    sequence_number: 0,
    steer: { input: [1], previous_response_id: "r" },
    error: { code: "steering_not_supported" },
  });
  expect(JSON.parse(writeSteerRefusal({}))).toMatchObject({
    steer: { input: null, previous_response_id: null },
  });
});

it("a warm-up is a response without output", () => {
  const events = writeWarmUp({}, "resp_1", 1700).map((event) => JSON.parse(event));
  const response = {
    id: "resp_1",
    object: "response",
    created_at: 1700,
    model: "",
    output: [],
    store: true,
    text: { format: { type: "text" } },
    tools: [],
  };
  const usage = {
    input_tokens: 0,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 0,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 0,
  };
  expect(events).toMatchObject([
    {
      type: "response.created",
      sequence_number: 0,
      response: { ...response, status: "in_progress", usage },
    },
    {
      type: "response.completed",
      sequence_number: 1,
      response: { ...response, status: "completed", completed_at: 1700, usage },
    },
  ]);
  const given = {
    instructions: "i",
    metadata: { a: "b" },
    model: "m",
    parallel_tool_calls: false,
    previous_response_id: "p",
    store: false,
    temperature: 0,
    tool_choice: "none",
    tools: [{}],
    top_p: 0,
  };
  expect(JSON.parse(writeWarmUp(given, "resp_1", 1)[0]!).response).toMatchObject(given);
});

it.each([
  ['{"a":1}', "s", '{"a":1,"stream_id":"s"}'],
  ["{}", "s", '{"stream_id":"s"}'],
  [" { } ", "s", ' { "stream_id":"s"}'],
  ['{"a":1}', undefined, '{"a":1}'],
  ["text", "s", "text"],
  ['{"a":"}"}', 'q"', '{"a":"}","stream_id":"q\\""}'],
])("the event %j of the stream %j is %j", (event, id, expected) => {
  expect(withStreamId(event, id)).toBe(expected);
});
