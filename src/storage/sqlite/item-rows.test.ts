import { expect, it } from "vitest";
import { itemRows } from "./item-rows.ts";

it("the rows of items have their content as text, and a long one as bytes", async () => {
  const long = { text: "ü".repeat(1024 * 1024) };
  const rows = await itemRows([
    { id: "a", item: { text: "ü" } },
    { id: "b", item: long },
    { id: "c", item: undefined },
  ]);
  expect(rows.map(({ id, item }) => [id, typeof item])).toEqual([
    ["a", "string"],
    ["b", "object"],
    ["c", "string"],
  ]);
  expect(rows[0]!.item).toBe('{"text":"ü"}');
  expect(Buffer.from(rows[1]!.item as Uint8Array).toString()).toBe(JSON.stringify(long));
  expect(rows[2]!.item).toBe("null");
});
