import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeBatcher } from "../../../test/server/fake-context.ts";
import { FakeResponse } from "../fixtures/fake-exchange.ts";
import { ResponseWriter } from "./response-writer.ts";

let response: FakeResponse;
let batcher: FakeBatcher;
let told: string[];
let writer: ResponseWriter;

beforeEach(() => {
  response = new FakeResponse();
  batcher = new FakeBatcher();
  told = [];
  writer = new ResponseWriter(response as unknown as ServerResponse, batcher, {
    onFull: () => told.push("full"),
    onLast: () => told.push(`last, ended: ${response.writableEnded}`),
    onWriteError: (error) => told.push(String(error)),
  });
});

describe("a response writer", () => {
  it("writes the chunks of a turn as one", () => {
    writer.head(200, ["content-type", "application/json"]);
    writer.write("a");
    writer.write(Buffer.from("é"));
    writer.write("c");
    expect([batcher.turn.length, writer.bufferedBytes]).toEqual([1, 4]);
    expect(response.chunks).toEqual([]);
    batcher.flush();
    expect(response.chunks).toEqual(["aéc"]);
    expect(writer.bufferedBytes).toBe(0);
    expect(told).toEqual([]);
  });

  it("sends the head of a stream at the end of the turn, without waiting for its first event", () => {
    writer.head(200, ["Content-Type", "Text/Event-Stream; charset=utf-8"]);
    expect(batcher.turn).toHaveLength(1);
    batcher.flush();
    expect(response.flushes).toBe(1);
  });

  it.each([
    ["no buffering of its stream", ["content-type", "text/event-stream"], ["x-accel-buffering", "no"]],
    ["it once", ["X-Accel-Buffering", "no", "content-type", "text/event-stream; charset=utf-8"], []],
    ["nothing of an answer that is no stream", ["content-type", "application/json"], []],
  ])("asks a proxy for %s", (_, headers, added) => {
    writer.head(200, headers);
    expect(response.headers).toEqual([...headers, ...added]);
  });

  it("sends a stream's first event together with its head", () => {
    writer.head(200, ["content-type", "text/event-stream"]);
    writer.write("data: 1\n\n");
    batcher.flush();
    expect([response.flushes, response.chunks]).toEqual([0, ["data: 1\n\n"]]);
  });

  it.each([[[]], [["content-type", "application/json"]], [["content-type", "text/event-streams"]]])(
    "does not send the head of another answer alone: %j",
    (headers) => {
      writer.head(200, headers);
      expect(batcher.turn).toEqual([]);
    },
  );

  it("marks only what follows the first write as a part", () => {
    writer.write("a");
    expect([batcher.turn.length, batcher.parts.length]).toEqual([1, 0]);
    batcher.flush();
    writer.write("b");
    writer.write("c");
    expect([batcher.turn.length, batcher.parts.length]).toEqual([0, 1]);
    batcher.flush();
    expect(response.chunks).toEqual(["a", "bc"]);
  });

  it("writes 8 KiB at once", () => {
    writer.write("x".repeat(8191));
    expect(response.chunks).toEqual([]);
    writer.write("y");
    expect(response.chunks).toHaveLength(1);
    expect(writer.bufferedBytes).toBe(0);
    batcher.flush();
    expect(response.chunks).toHaveLength(1);
  });

  it("ends at the end of the turn, even when a part waits for longer", () => {
    writer.write("a");
    batcher.flush();
    writer.write("b");
    expect(writer.hasEnd).toBe(false);
    writer.end("c");
    expect([writer.hasEnd, batcher.turn.length]).toEqual([true, 1]);
    batcher.flush();
    expect([response.chunks, response.writableEnded]).toEqual([["a", "bc"], true]);
    expect(told).toEqual(["last, ended: false"]);
  });

  it("ends without a chunk", () => {
    writer.end();
    batcher.flush();
    expect([response.chunks, response.writableEnded]).toEqual([[], true]);
  });

  it("says that the socket is full", () => {
    response.isFull = true;
    writer.write("a");
    batcher.flush();
    expect(told).toEqual(["full"]);
  });

  it("flushes what is buffered, or the head once", () => {
    writer.flush();
    expect(response.flushes).toBe(1);
    writer.flush();
    expect(response.flushes).toBe(1);
    writer.write("a");
    writer.flush();
    expect(response.chunks).toEqual(["a"]);
  });

  it("writes nothing after it was closed", () => {
    writer.write("a");
    writer.close();
    batcher.flush();
    writer.flush();
    expect(response.chunks).toEqual([]);
  });

  it("passes on the error of a write", () => {
    response.writeError = new Error("bad");
    writer.write("a");
    batcher.flush();
    expect(told).toEqual(["Error: bad"]);
  });
});
