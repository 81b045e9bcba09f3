import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { ByteBudget } from "../../lib/index.ts";
import type { ResponseSink } from "../exchange/response-sink.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { KeepingSink } from "./keeping-sink.ts";

const responses = findDialect("codex");
const EVENTS = ["content-type", "text/event-stream; charset=utf-8"];
const JSON_BODY = ["content-type", "application/json"];

function eventOf(type: string, response: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, response })}\n\n`;
}

function openAnswer() {
  const seen: Buffer[] = [];
  const note = (what: Uint8Array | string) => seen.push(Buffer.from(what)) > 0;
  const kept: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const sink: ResponseSink = {
    head: (status) => note(String(status)),
    write: note,
    end: (chunk) => note(`${chunk ?? ""}.`),
    break: () => note("broken"),
    source: undefined,
  };
  const answer = new KeepingSink(
    sink,
    responses,
    new ByteBudget(1 << 20),
    (body) => {
      kept.push(body);
      return promise;
    },
    new SliceQueue(),
  );
  const settle = async () => {
    resolve();
    await promise;
    await Promise.resolve();
  };
  return { answer, seen, kept, settle };
}

describe("an answer that is kept", () => {
  it("goes out whole only when it is kept", async () => {
    const { answer, seen, kept, settle } = openAnswer();
    answer.head(200, JSON_BODY);
    answer.write('{"id":"resp_1",');
    answer.end('"status":"completed"}');
    expect(seen.join(" ")).toBe("200");
    expect(kept).toEqual([{ id: "resp_1", status: "completed" }]);
    await settle();
    expect(seen.join(" ")).toBe('200 {"id":"resp_1","status":"completed"} .');
  });

  it("streams until the event that completes it, wherever the pieces of that event begin and end", async () => {
    const created = eventOf("response.created", { id: "resp_1", status: "in_progress" });
    const body = { id: "resp_1", status: "completed", metadata: { said: "grüße €" } };
    const completed = eventOf("response.completed", body);
    const bytes = Buffer.from(completed);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const { answer, seen, kept, settle } = openAnswer();
      answer.head(200, EVENTS);
      answer.write(Buffer.concat([Buffer.from(created), bytes.subarray(0, cut)]));
      answer.write(bytes.subarray(cut));
      answer.end();
      expect(Buffer.concat(seen).toString()).not.toContain(completed);
      expect(kept).toEqual([body]);
      await settle();
      expect(Buffer.concat(seen).toString()).toBe(`200${created}${completed}.`);
    }
  });

  it("streams until the event that completes it, also if each byte of it comes alone", async () => {
    const body = { id: "resp_1", status: "completed" };
    const { answer, seen, kept, settle } = openAnswer();
    answer.head(200, EVENTS);
    const events = eventOf("response.created", body) + eventOf("response.completed", body);
    for (const byte of Buffer.from(events)) answer.write(Buffer.of(byte));
    answer.end();
    expect(kept).toEqual([body]);
    await settle();
    expect(Buffer.concat(seen).toString()).toBe(`200${events}.`);
  });

  it("is passed on at once, and not kept, if it failed or broke off", () => {
    const failed = openAnswer();
    failed.answer.head(429, JSON_BODY);
    failed.answer.end("{}");
    expect([failed.seen.join(" "), failed.kept]).toEqual(["429 {}.", []]);
    const broken = openAnswer();
    broken.answer.head(200, EVENTS);
    broken.answer.write(eventOf("response.created", { id: "resp_1", status: "in_progress" }));
    broken.answer.break();
    expect(String(broken.seen.at(-1))).toBe("broken");
    expect(broken.kept).toEqual([]);
    const odd = openAnswer();
    odd.answer.head(200, JSON_BODY);
    odd.answer.end("no JSON");
    expect([odd.seen.join(" "), odd.kept]).toEqual(["200 no JSON .", []]);
  });
});

describe("an answer that is not kept", () => {
  function openPlain(budget = new ByteBudget(1 << 30)) {
    const sink = new RecordingSink();
    const kept: unknown[] = [];
    const keeping = new KeepingSink(
      sink,
      responses,
      budget,
      async (body) => void kept.push(body),
      new SliceQueue(),
    );
    return { sink, keeping, kept, budget };
  }

  it.each([400, 500])("because it failed with %s passes on chunk by chunk", (status) => {
    const { sink, keeping, kept } = openPlain();
    keeping.head(status, JSON_BODY);
    expect(keeping.write("one ")).toBe(true);
    expect(sink.text).toBe("one ");
    keeping.end("two");
    expect([sink.status, sink.text, sink.isEnded, kept]).toEqual([status, "one two", true, []]);
  });

  it("because it is no JSON, or has no body, reaches the caller all the same", () => {
    const { sink, keeping, kept } = openPlain();
    keeping.head(200, JSON_BODY);
    keeping.end("<html>");
    expect([sink.text, sink.isEnded, kept]).toEqual(["<html>", true, []]);
    const empty = openPlain();
    empty.keeping.head(200, JSON_BODY);
    empty.keeping.end();
    expect([empty.sink.text, empty.sink.isEnded]).toEqual(["", true]);
  });

  it("because the budget of all calls is spent is passed on whole, and frees its share", () => {
    const { sink, keeping, kept, budget } = openPlain(new ByteBudget(10));
    keeping.head(200, JSON_BODY);
    keeping.write('{"id":');
    expect([sink.text, budget.used]).toEqual(["", 6]);
    keeping.write('"resp_1"');
    expect([sink.text, budget.used]).toEqual(['{"id":"resp_1"', 0]);
    keeping.end("}");
    expect([sink.text, sink.isEnded, kept]).toEqual(['{"id":"resp_1"}', true, []]);
  });

  it("because it is larger than 16 MiB is passed on whole", () => {
    const { sink, keeping, kept } = openPlain();
    const quarter = Buffer.alloc(4 * 1024 * 1024, " ");
    keeping.head(200, JSON_BODY);
    for (let count = 0; count < 4; count += 1) keeping.write(quarter);
    expect(sink.chunks).toEqual([]);
    keeping.write("{");
    keeping.end("}");
    expect([sink.chunks.reduce((sum, chunk) => sum + chunk.length, 0), sink.isEnded, kept]).toEqual([
      16 * 1024 * 1024 + 2,
      true,
      [],
    ]);
  });

  it("because an event of its stream is larger than 16 MiB keeps streaming", () => {
    const { sink, keeping, kept } = openPlain();
    keeping.head(200, EVENTS);
    const part = Buffer.alloc(8 * 1024 * 1024 + 1, "x");
    keeping.write(part);
    keeping.write(part);
    keeping.write(eventOf("response.completed", { id: "resp_1" }));
    keeping.end();
    expect([sink.chunks.length, sink.isEnded, kept]).toEqual([3, true, []]);
  });

  it("because it broke off frees its share and is broken for the caller too", () => {
    const { sink, keeping, budget } = openPlain();
    keeping.head(200, JSON_BODY);
    keeping.write("{");
    keeping.break();
    expect([sink.isBroken, budget.used]).toEqual([true, 0]);
  });

  it("passes the pauses of the caller on, and lets it resume the call", () => {
    const { sink, keeping } = openPlain();
    const source = { resume: () => undefined };
    keeping.source = source;
    expect([sink.source, keeping.source]).toEqual([source, source]);
    keeping.head(200, EVENTS);
    sink.takesMore = false;
    expect(keeping.write("data: {}\n\n")).toBe(false);
  });

  it("is not abandoned once it has ended and waits to be kept", async () => {
    const { sink, keeping, budget } = openPlain();
    keeping.head(200, JSON_BODY);
    keeping.end('{"id":"resp_1"}');
    keeping.abandon();
    expect(budget.used).toBe(15);
    await sink.over;
    expect([sink.text, budget.used]).toEqual(['{"id":"resp_1"}', 0]);
  });
});

describe("an answer of which little is read", () => {
  it("is kept from its data alone, not from a line of another field", () => {
    const { answer, kept, seen } = openAnswer();
    answer.head(200, EVENTS);
    const event = JSON.stringify({
      type: "response.completed",
      response: { id: "resp_1", status: "completed" },
    });
    answer.end(`dato:${event}\n\n`);
    expect(kept).toEqual([]);
    expect(seen.join(" ")).toBe(`200 dato:${event}\n\n .`);
  });

  it("goes out to its last byte", async () => {
    const { answer, kept, seen, settle } = openAnswer();
    answer.head(200, JSON_BODY);
    answer.end("7");
    await settle();
    expect([kept, seen.join(" ")]).toEqual([[7], "200 7 ."]);
  });

  it("is collected from all of its events if no event carries it whole", async () => {
    const claude = findDialect("claude");
    const kept: unknown[] = [];
    const sink = new RecordingSink();
    const keep = async (value: unknown) => void kept.push(value);
    const answer = new KeepingSink(
      sink,
      claude,
      new ByteBudget(1 << 20),
      keep,
      new SliceQueue(),
      claude.threads!.openCollector(),
    );
    const events = [
      { type: "message_start", message: { id: "msg_1", role: "assistant", content: [] } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hi" } },
      { type: "message_stop" },
    ];
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    answer.head(200, EVENTS);
    answer.write(text.slice(0, 300));
    answer.end(text.slice(300));
    await sink.over;
    expect(kept).toEqual([{ id: "msg_1", role: "assistant", content: [{ type: "text", text: "hi" }] }]);
    expect(sink.text).toBe(text);
  });
});

describe("an answer with an event of more than 1 MiB", () => {
  const long = "x".repeat(1024 * 1024);
  const completed = { id: "resp_1", status: "completed", output: [long] };

  function openLong(keep: (body: unknown) => void) {
    const sink = new RecordingSink();
    const budget = new ByteBudget(1 << 24);
    const answer = new KeepingSink(sink, responses, budget, async (body) => keep(body), new SliceQueue());
    return { sink, budget, answer };
  }

  it("is kept whole before the bytes that complete it go out", async () => {
    const kept: unknown[] = [];
    const { sink, budget, answer } = openLong((body) => kept.push([body, sink.isEnded]));
    const text = eventOf("response.completed", completed);
    answer.head(200, EVENTS);
    answer.end(text);
    await sink.over;
    expect(kept).toEqual([[completed, false]]);
    expect(sink.text === text).toBe(true);
    expect(budget.used).toBe(0);
  });

  it("is kept whole if it is no stream", async () => {
    const kept: unknown[] = [];
    const { sink, answer } = openLong((body) => kept.push(body));
    answer.head(200, JSON_BODY);
    answer.end(JSON.stringify(completed));
    await sink.over;
    expect(kept).toEqual([completed]);
    expect(sink.text === JSON.stringify(completed)).toBe(true);
  });

  it("goes on if the long event was not the last one", async () => {
    const kept: unknown[] = [];
    const { sink, answer } = openLong((body) => kept.push(body));
    const first = eventOf("response.created", { id: "resp_1", status: "in_progress", output: [long] });
    const last = eventOf("response.completed", { id: "resp_1", status: "completed" });
    answer.head(200, EVENTS);
    answer.write(first);
    answer.end(last);
    await sink.over;
    expect(kept).toEqual([{ id: "resp_1", status: "completed" }]);
    expect(sink.text === first + last).toBe(true);
  });
});
