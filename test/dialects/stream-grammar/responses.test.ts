import { describe, expect, it } from "vitest";
import { whole } from "../../../src/dialects/codex/fixtures/reply.ts";
import { eventsOf, faultsOf, sse, writeStream } from "../../../src/dialects/codex/fixtures/stage.ts";
import { expand } from "../../../src/dialects/expand.ts";
import type { Members } from "../../../src/dialects/members/members.ts";

describe("the grammar", () => {
  const good = eventsOf(writeStream(expand(whole)));
  const broken = (change: (events: Members[]) => Members[]) =>
    faultsOf(sse(...change(structuredClone(good)))).map(({ message }) => message);
  const find = (events: Members[], type: string) => events.findIndex((event) => event["type"] === type);

  it("accepts what is written", () => expect(broken((events) => events)).toEqual([]));

  it.each<[string, (events: Members[]) => Members[], RegExp]>([
    ["no beginning", (events) => events.slice(1), /first event/],
    ["no end", (events) => events.slice(0, -1), /no terminal event/],
    ["two ends", (events) => [...events, { ...events.at(-1)!, sequence_number: 999 }], /after the terminal/],
    [
      "a number twice",
      (events) => events.map((event, index) => (index === 5 ? { ...event, sequence_number: 2 } : event)),
      /does not follow/,
    ],
    [
      "a missing number",
      (events) =>
        events.map((event, index) => (index === 5 ? { ...event, sequence_number: undefined } : event)),
      /no sequence_number/,
    ],
    [
      "B15: an item that was not announced",
      (events) => events.toSpliced(find(events, "response.output_item.added"), 1),
      /was not added/,
    ],
    [
      "B15: a part that was not announced",
      (events) => events.toSpliced(find(events, "response.reasoning_summary_part.added"), 1),
      /was not added/,
    ],
    [
      "B14: a place that is used twice",
      (events) =>
        events.map((event) =>
          event["type"] === "response.output_item.added" ? { ...event, output_index: 0 } : event,
        ),
      /used twice/,
    ],
    [
      "B14: an id that changes",
      (events) =>
        events.map((event) =>
          event["type"] === "response.output_text.delta" ? { ...event, item_id: "msg_9" } : event,
        ),
      /changes its id/,
    ],
    [
      "an item that is left open",
      (events) => events.toSpliced(find(events, "response.output_item.done"), 1),
      /is not done|belongs to/,
    ],
    [
      "B16: a response without output",
      (events) =>
        events.map((event, index) =>
          index === 0
            ? { ...event, response: { ...(event["response"] as Members), output: undefined } }
            : event,
        ),
      /no output/,
    ],
    [
      "B16: a response without status",
      (events) =>
        events.map((event, index) =>
          index === 0
            ? { ...event, response: { ...(event["response"] as Members), status: undefined } }
            : event,
        ),
      /status/,
    ],
    [
      "a delta without text",
      (events) =>
        events.map((event) =>
          event["type"] === "response.output_text.delta" ? { ...event, delta: undefined } : event,
        ),
      /no delta/,
    ],
    [
      "H16: a response id that changes",
      (events) =>
        events.map((event) =>
          event["type"] === "response.completed"
            ? { ...event, response: { ...(event["response"] as Members), id: "resp_2" } }
            : event,
        ),
      /id of the response/,
    ],
  ])("rejects %s", (_, change, message) => {
    // A server that leaves an item open may still tell it in the end, so that is taken away too.
    const faults = broken((events) =>
      change(events).map((event) => {
        if (event["type"] !== "response.completed" || !message.source.includes("not done")) return event;
        return { ...event, response: { ...(event["response"] as Members), output: [] } };
      }),
    );
    expect(faults.join("\n")).toMatch(message);
  });

  it("says what it cannot read", () => {
    expect(faultsOf("data: {\n\n").map(({ message }) => message)).toContain("is no JSON object");
  });
});
