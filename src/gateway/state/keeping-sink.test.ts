import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { ByteBudget } from "../bytes/byte-budget.ts";
import type { ResponseSink } from "../exchange.ts";
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
  const answer = new KeepingSink(sink, responses, new ByteBudget(1 << 20), (body) => {
    kept.push(body);
    return promise;
  });
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

  it("is passed on at once, and not kept, where it failed or broke off", () => {
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
