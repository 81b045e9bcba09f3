import { expect, it } from "vitest";
import { translateRequest } from "../../index.ts";
import { findDialect } from "../../registry/lookup.ts";

it("audio that is not inline is refused with its feature", () => {
  const contents = [
    { role: "user", parts: [{ fileData: { mimeType: "audio/wav", fileUri: "https://a.test/a.wav" } }] },
  ];
  const translate = () =>
    translateRequest(
      findDialect("gemini"),
      findDialect("codex"),
      { contents },
      { strict: false, emulators: [], model: "m" },
    );
  expect(translate).toThrow(expect.objectContaining({ message: expect.stringContaining("audio") as string }));
});
