import { expect, it } from "vitest";
import { fileNameFor } from "./file-name.ts";
import { findDialect } from "./registry/lookup.ts";
import { translateRequest } from "./translate/request.ts";

it("names a file by its type", () => {
  const types = ["application/pdf", "TEXT/Plain; charset=utf-8", "text/xml", "application/octet-stream", ""];
  expect(types.map(fileNameFor)).toEqual([
    "document.pdf",
    "document.txt",
    "document.xml",
    "document.bin",
    "document.bin",
  ]);
});

it.each(["openai", "codex"])("a document without a name reaches %s with one, and that is noted", (to) => {
  const source = { type: "base64", media_type: "application/pdf", data: "QUJD" };
  const body = {
    model: "m",
    max_tokens: 9,
    messages: [{ role: "user", content: [{ type: "document", source }] }],
  };
  const { request, report } = translateRequest(findDialect("claude"), findDialect(to), body);
  expect(JSON.stringify(request.body)).toContain('"filename":"document.pdf"');
  expect(report.entries).toContainEqual(
    expect.objectContaining({
      path: "$.messages[0].content[0]",
      disposition: "mapped",
      reason: "the API wants a name with the data of a file; document.pdf is used",
    }),
  );
});

it("a file that its caller sent to the Responses API without a name goes back without one", () => {
  const part = { type: "input_file", file_data: "data:application/pdf;base64,QUJD" };
  const body = { model: "m", input: [{ role: "user", content: [part] }] };
  const codex = findDialect("codex");
  expect(translateRequest(codex, codex, body).request.body).toEqual(body);
});
