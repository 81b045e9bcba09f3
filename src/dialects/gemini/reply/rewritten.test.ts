import { describe, expect, it } from "vitest";
import { IdMap } from "../../id-map.ts";
import { Origins } from "../../origins.ts";
import { replies } from "../fixtures/wire-forms.ts";
import { gemini } from "../index.ts";

describe("a reply of the Gemini API", () => {
  it.each(["everything", "texts around a signature", "a blocked prompt", "nothing"] as const)(
    "is written back part by part: %s",
    (name) => {
      const facts = { ids: new IdMap(), id: "x", model: "x", created: 1 };
      const written = gemini.writeReply(gemini.readReply(replies[name], new Origins()), facts);
      const first = (body: object) =>
        (body as { candidates?: { content: { parts: unknown[] } }[] }).candidates?.[0];
      expect(first(written)?.content.parts).toEqual(
        first(replies[name])?.content.parts.filter((part) => !isEmptyText(part)),
      );
    },
  );
});

function isEmptyText(part: unknown): boolean {
  return JSON.stringify(part) === '{"text":""}';
}
