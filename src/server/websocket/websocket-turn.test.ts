import { beforeEach, describe, expect, it } from "vitest";
import type { OpenCall } from "../../gateway/index.ts";
import { type TurnOutput, WebSocketTurn } from "./websocket-turn.ts";

let told: unknown[][];
let canSend: boolean;
let turn: WebSocketTurn;
let left: string[];
const call: OpenCall = {
  runId: "r",
  leave: (reason) => left.push(reason),
  recorded: Promise.resolve(),
};

beforeEach(() => {
  told = [];
  left = [];
  canSend = true;
  const output: TurnOutput = {
    send: (event) => {
      told.push(["send", event]);
      return canSend;
    },
    refused: ({ status, body }) => told.push(["refused", status, body]),
    completed: (event) => told.push(["completed", event]),
    failed: () => told.push(["failed"]),
    ended: (isWhole) => told.push(["ended", isWhole]),
  };
  turn = new WebSocketTurn(output);
});

const openStream = (): void => {
  turn.begun(call);
  turn.head(200, ["Content-Type", "text/event-stream; charset=utf-8"]);
};

describe("a turn with a stream", () => {
  it("sends each event as one message, and ends whole", () => {
    openStream();
    expect(turn.write("data: {1}\n\nda")).toBe(true);
    turn.write(Buffer.from("ta: {2}\n"));
    expect(told).toEqual([["send", "{1}"]]);
    turn.end("\ndata: [DONE]\n\n");
    expect(told.slice(1)).toEqual([
      ["send", "{2}"],
      ["ended", true],
    ]);
    turn.end("data: {3}\n\n");
    turn.break();
    expect(turn.write("data: {4}\n\n")).toBe(false);
    expect(told).toHaveLength(3);
  });

  it.each(["response.completed", "response.incomplete"])("tells the event %s, named or not", (name) => {
    openStream();
    const data = `{"type":"${name}","response":{"id":"a response with an id"}}`;
    turn.write(`event: ${name}\ndata: {}\n\n`);
    turn.write(`data: ${data}\n\n`);
    turn.write(`event: response.created\ndata: ${data}\n\n`);
    turn.write('data: {"type":"response.output_text.delta","delta":"hello"}\n\n');
    expect(told.filter(([kind]) => kind === "completed")).toEqual([
      ["completed", "{}"],
      ["completed", data],
    ]);
  });

  it("asks for a pause when the connection is full, and for more after the next write", () => {
    openStream();
    canSend = false;
    expect(turn.write("data: {1}\n\n")).toBe(false);
    canSend = true;
    expect(turn.write("data: {2}\n\n")).toBe(true);
  });

  it("that is broken off is not whole", () => {
    openStream();
    turn.break();
    turn.end();
    expect(told).toEqual([["ended", false]]);
  });

  it("that is no stream of events is left and broken off", () => {
    openStream();
    const huge = Buffer.alloc(1024 * 1024, 97);
    let count = 0;
    while (turn.write(huge) && count < 1000) count += 1;
    expect(left).toEqual(["client_gone"]);
    expect(told).toEqual([["ended", false]]);
  });

  it("that is left by an event sends none of those that came with it", () => {
    turn = new WebSocketTurn({
      send: (event) => {
        told.push(["send", event]);
        turn.leave("client_stalled");
        return false;
      },
      refused: () => undefined,
      failed: () => undefined,
      completed: (event) => told.push(["completed", event]),
      ended: (isWhole) => told.push(["ended", isWhole]),
    });
    openStream();
    turn.write("data: {1}\n\nevent: response.completed\ndata: {2}\n\n");
    expect(told).toEqual([["send", "{1}"]]);
  });

  it("that is left sends nothing more", () => {
    openStream();
    turn.leave("client_stalled");
    turn.leave("client_gone");
    turn.write("data: {1}\n\n");
    turn.end();
    turn.break();
    expect([told, left]).toEqual([[], ["client_stalled"]]);
  });
});

describe("a turn that is refused", () => {
  it("gives the whole answer with its status", () => {
    turn.begun(call);
    turn.head(429, ["content-type", "application/json"]);
    expect(turn.write('{"error":')).toBe(true);
    turn.end(Buffer.from("{}}"));
    expect(told).toEqual([
      ["refused", 429, '{"error":{}}'],
      ["ended", true],
    ]);
  });

  it.each([
    [400, ["content-type", "text/event-stream"], 400],
    [399, ["content-type", "text/event-stream"], 502],
    [300, ["content-type", "text/event-stream"], 502],
    [200, ["content-type", "application/json"], 502],
    [200, [], 502],
  ])("by the status %i with the headers %j is reported as %i", (status, headers, expected) => {
    turn.begun(call);
    turn.head(status, headers);
    turn.end("x");
    expect(told[0]).toEqual(["refused", expected, "x"]);
  });

  it("keeps at most 1 MiB of the answer", () => {
    turn.begun(call);
    turn.head(500, []);
    turn.write(Buffer.alloc(1024 * 1024, 97));
    turn.end("b");
    expect(String(told[0]![2])).toHaveLength(1024 * 1024);
  });

  it("copies bytes that are used again", () => {
    turn.begun(call);
    turn.head(500, []);
    const bytes = Buffer.from("a");
    turn.write(bytes);
    bytes[0] = 98;
    turn.end();
    expect(told[0]![2]).toBe("a");
  });
});

describe("a turn that is answered while its call starts", () => {
  it.each([true, false])("ends when the call is known (whole: %s)", (isWhole) => {
    turn.head(200, ["content-type", "text/event-stream"]);
    if (isWhole) turn.end("data: {1}\n\n");
    else turn.break();
    expect(told.some(([kind]) => kind === "ended")).toBe(false);
    expect(turn.call).toBeUndefined();
    turn.begun(call);
    expect(turn.call).toBe(call);
    expect(told.at(-1)).toEqual(["ended", isWhole]);
  });

  it("and left meanwhile leaves the call", () => {
    turn.leave("client_stalled");
    turn.begun(call);
    expect([left, told]).toEqual([["client_stalled"], []]);
  });
});
