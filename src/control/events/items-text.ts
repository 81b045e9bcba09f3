import type { StreamItem } from "../streams/stream-source.ts";

/** A page of items that are JSON already. */
export function itemsText(items: readonly StreamItem[], more: Readonly<Record<string, unknown>>): Response {
  const rest = JSON.stringify(more).slice(1);
  const text = `{"items":[${items.map(({ text }) => text).join(",")}],${rest}`;
  return new Response(text, { headers: { "content-type": "application/json" } });
}
