import { expect, it } from "vitest";
import type { StreamEvent, TokenUsage } from "../../../contract/index.ts";
import { IdMap } from "../../id-map.ts";
import { openWriter } from "./writer.ts";

function usagesOf(first: TokenUsage | undefined, inputTokens?: number): Record<string, unknown>[] {
  const facts = { ids: new IdMap(), id: "m", model: "m", created: 0 };
  const writer = openWriter(inputTokens === undefined ? facts : { ...facts, inputTokens });
  const events: StreamEvent[] = [
    { type: "reply_start", ...(first === undefined ? {} : { usage: first }) },
    { type: "usage", usage: { input: 90, output: 2, cacheRead: 40 } },
    { type: "reply_stop" },
  ];
  let text = "";
  for (const event of events)
    writer.push(event, (piece) => {
      text += piece;
    });
  const parsed = text
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
  return [parsed[0].message.usage, parsed[1].usage];
}

it("states an estimate first if the engine has not counted yet, and the true counts last", () => {
  const [start, end] = usagesOf(undefined, 77);
  expect(start).toMatchObject({
    input_tokens: 77,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  });
  expect(end).toMatchObject({ input_tokens: 50, cache_read_input_tokens: 40, output_tokens: 2 });
});

it("states what the engine counted, and nothing if nothing is known", () => {
  expect(usagesOf({ input: 12 }, 77)[0]).toMatchObject({ input_tokens: 12 });
  expect(usagesOf(undefined)[0]).toMatchObject({ input_tokens: 0 });
});
