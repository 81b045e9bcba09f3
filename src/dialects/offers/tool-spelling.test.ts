import { expect, test } from "vitest";
import { relativesOf, spellingsOfMember, spellingsOfType } from "./tool-spelling.ts";

test.each([
  ["web_search", ["web_search"]],
  ["web_search_20250305", ["web_search", "web_search_20250305"]],
  ["web_search_2025_08_26", ["web_search", "web_search_2025_08_26"]],
  ["web_search_preview", ["web_search", "web_search_preview"]],
  ["web_search_preview_2025_03_11", ["web_search", "web_search_preview", "web_search_preview_2025_03_11"]],
  ["computer_use_preview", ["computer_use", "computer_use_preview"]],
  ["sha_256", ["sha_256"]],
  ["preview", ["preview"]],
])("the spellings of the type %s are %j", (type, spellings) => {
  expect(spellingsOfType(type)).toEqual(spellings);
});

test("a member of Google's has two spellings", () => {
  expect(spellingsOfMember("google_search")).toEqual(["googleSearch", "google_search"]);
  expect(spellingsOfMember("googleSearch")).toEqual(["googleSearch", "google_search"]);
  expect(spellingsOfMember("retrieval")).toEqual(["retrieval"]);
});

test("tools that do the same are relatives, and others are not", () => {
  expect(relativesOf(["code_execution"])).toEqual(
    expect.arrayContaining(["code_execution", "code_interpreter", "codeExecution"]),
  );
  expect(relativesOf(["google_search_retrieval"])).toContain("web_search");
  expect(relativesOf(["webSearch"])).toContain("web_search");
  expect(relativesOf(["bash"])).toEqual([]);
});
