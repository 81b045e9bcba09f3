import { describe, expect, it } from "vitest";
import { expand } from "../../src/dialects/index.ts";
import { dialects, writing } from "./subjects.ts";
import { understand } from "./vendor-sdk.ts";

const reply = {
  id: "r",
  model: "m",
  candidates: [
    {
      index: 0,
      content: [
        { type: "text" as const, text: "Warm." },
        { type: "tool_use" as const, id: "c1", name: "f", kind: "function" as const, input: { a: 1 } },
      ],
      stop: { reason: "tool_use" as const },
    },
  ],
  usage: { input: 3, output: 5 },
};

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))("a stream of %s", (id, dialect) => {
  const frames: string[] = [];
  const writer = dialect.openWriter(writing());
  for (const event of expand(reply)) writer.push(event, (text) => frames.push(text));
  writer.end((text) => frames.push(text));
  const { heartbeat } = dialect.transport;

  it.each([1, 3])(
    "H1, H4: says the same to the vendor's client with %i heartbeats in every gap",
    async (count) => {
      const beats = heartbeat.repeat(count);
      const plain = await understand(id, frames.join(""));
      const beating = await understand(id, frames.map((frame) => frame + beats).join(""));
      expect(beating.text).toBe(plain.text);
      expect(beating.inputs).toEqual(plain.inputs);
      expect(plain.text).toBe("Warm.");
      expect(plain.inputs).toEqual([{ a: 1 }]);
    },
  );

  it("has a heartbeat that our own readers pass over", () => {
    const events: string[] = [];
    const reader = dialect.openReader();
    expect(heartbeat.endsWith("\n")).toBe(true);
    for (const line of heartbeat.split("\n"))
      if (line.startsWith("data:")) reader.push(line.slice(5), undefined, (event) => events.push(event.type));
    expect(events).toEqual([]);
  });
});
