import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../request.ts";

const claudeFile = {
  model: "m",
  max_tokens: 9,
  messages: [
    { role: "user", content: [{ type: "document", source: { type: "file", file_id: "file_011abc" } }] },
  ],
};
const openaiFile = {
  model: "m",
  messages: [{ role: "user", content: [{ type: "file", file: { file_id: "file-abc" } }] }],
};
const codexFile = {
  model: "m",
  input: [{ role: "user", content: [{ type: "input_file", file_id: "file-abc" }] }],
};
const geminiFile = {
  contents: [
    {
      role: "user",
      parts: [
        {
          fileData: {
            fileUri: "https://generativelanguage.googleapis.com/v1beta/files/abc",
            mimeType: "application/pdf",
          },
        },
      ],
    },
  ],
};

function refusal(from: string, to: string, body: unknown, strict: boolean): AbpError {
  try {
    translateRequest(findDialect(from), findDialect(to), body, { strict, model: "m", stream: false });
  } catch (error) {
    if (AbpError.is(error)) return error;
    throw error;
  }
  throw new Error(`${from} to ${to} was not refused`);
}

describe("the id of a file that another vendor keeps", () => {
  it.each([
    ["claude", "openai", claudeFile, "$.messages[0].content[0]"],
    ["claude", "codex", claudeFile, "$.messages[0].content[0]"],
    ["claude", "gemini", claudeFile, "$.messages[0].content[0]"],
    ["openai", "claude", openaiFile, "$.messages[0].content[0]"],
    ["openai", "gemini", openaiFile, "$.messages[0].content[0]"],
    ["codex", "claude", codexFile, "$.input[0].content[0]"],
    ["gemini", "claude", geminiFile, "$.contents[0].parts[0]"],
    ["gemini", "openai", geminiFile, "$.contents[0].parts[0]"],
    ["gemini", "codex", geminiFile, "$.contents[0].parts[0]"],
  ])("is refused from %s to %s, by default and in strict mode", (from, to, body, path) => {
    for (const strict of [false, true]) {
      const { details } = refusal(from, to, body, strict);
      expect(details).toMatchObject({
        refused: expect.arrayContaining([expect.objectContaining({ path, feature: "document.file" })]),
      });
    }
  });

  it("reaches the other API of the same vendor", () => {
    const { request } = translateRequest(findDialect("openai"), findDialect("codex"), openaiFile);
    expect(JSON.stringify(request.body)).toContain("file-abc");
    const back = translateRequest(findDialect("codex"), findDialect("openai"), codexFile);
    expect(JSON.stringify(back.request.body)).toContain("file-abc");
  });
});
