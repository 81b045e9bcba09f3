import { expect, it } from "vitest";
import { isInsideGit, isModulesFile } from "./git-name.ts";

it.each([
  ".git",
  ".GIT",
  ".gIt/config",
  "sub/.git/hooks/x",
  "git~1",
  "GIT~1/x",
  ".git ",
  ".git.",
  ".git . .",
  ".git::$INDEX_ALLOCATION",
  ".git:stream",
  ".git\\config",
  ".git :a\nb",
  "git~1.",
  // U+200C to U+200F, U+202A to U+202E, U+206A to U+206F, U+FEFF
  ".g\xe2\x80\x8cit",
  ".gi\xe2\x80\x8ft",
  "\xe2\x80\xaa.git",
  ".git\xe2\x80\xae",
  ".\xe2\x81\xaagit",
  ".\xe2\x81\xafgit",
  "\xef\xbb\xbf.git/x",
  "\xef\xbb\xbf.g\xe2\x80\x8c\xe2\x80\x8dit",
])("takes %j for a .git", (path) => {
  expect(isInsideGit(path)).toBe(true);
});

it.each([
  "git",
  "a.git",
  ".gitx",
  ".gitignore",
  ".git-x",
  "x/.github/y",
  "git~2",
  "git~1x",
  "agit~1",
  ".git.x",
  ".g\xe2\x80\x8bit",
  ".g\xe2\x80\x90it",
  ".g\xe2\x80\xa9it",
  ".g\xe2\x80\xafit",
  ".g\xe2\x81\xa9it",
  ".g\xe2\x81\xb0it",
  ".g\xef\xbb\xbeit",
  "\n.git",
  "",
])("does not take %j for a .git", (path) => {
  expect(isInsideGit(path)).toBe(false);
});

it.each([
  ".gitmodules",
  "a/b/.GitModules",
  ".gitmodules . ",
  ".gitmodules:x",
  ".gitmodules \\x",
  "gitmod~1",
  "d/GITMOD~4",
  "gi7eb~1",
  "GI7EBA~9",
])("knows %j as a file of modules", (path) => {
  expect(isModulesFile(path)).toBe(true);
});

it.each([
  "gitmodules",
  ".gitmodulesx",
  "x.gitmodules",
  ".gitmodules/x",
  "gitmod~",
  "gitmod~12",
  "xgitmod~1",
  "gi7ebg~1",
  "gi7eb1~",
  ".gitmodules.x",
])("does not know %j as a file of modules", (path) => {
  expect(isModulesFile(path)).toBe(false);
});
