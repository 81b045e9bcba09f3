import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { errorCodes, errorRow } from "../contract/index.ts";
import { commands, groups } from "./commands.ts";

const root = resolve(import.meta.dirname, "../..");
const byPath = new Map(commands.map((command) => [command.path.join(" "), command]));
const GROUPS = new Set(groups.map(({ name }) => name));

/** What is wrong with a command that a text names; undefined if it exists. */
function faultOf(named: string): string | undefined {
  const words = named.split(/\s+/);
  const [first = "", second = "", third = ""] = words;
  // A placeholder stands for the rest.
  if (!/^[a-z]/.test(first)) return undefined;
  const isGroup = GROUPS.has(first);
  if (isGroup && (second === "" || !/^[a-z]+$/.test(second))) return undefined;
  const isInner = GROUPS.has(`${first} ${second}`);
  if (isInner && !/^[a-z]+$/.test(third)) return undefined;
  const command = byPath.get(
    isInner ? `${first} ${second} ${third}` : isGroup ? `${first} ${second}` : first,
  );
  if (command === undefined) return `there is no command abp ${named}`;
  const own = new Set((command.options ?? []).map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0]));
  const ended = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const unknown = ended.filter((word) => /^--[a-z-]+$/.test(word) && !own.has(word) && !SHARED.has(word));
  return unknown.length === 0 ? undefined : `abp ${command.path.join(" ")} has no ${unknown.join(", ")}`;
}

const SHARED = new Set(["--json", "--verbose", "--quiet", "--config", "--help", "--version", "--no-color"]);

const faultsIn = (text: string) =>
  [...text.matchAll(/`abp ([^`\n]+)`/g)].flatMap(([, named]) => faultOf(named!.replace(/\\$/, "")) ?? []);

it("the check knows commands that exist from others", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template string is what the check reads
  expect(faultsIn("`abp receipt log --check`, `abp up`, `abp receipt keys …`, `abp ${path}`")).toEqual([]);
  expect(faultsIn("`abp log list` and `abp up --nothing`")).toEqual([
    "there is no command abp log list",
    "abp up has no --nothing",
  ]);
});

it("no advice of the table of errors names a command that does not exist", () => {
  const faults = errorCodes.flatMap((code) => {
    const { advice, title } = errorRow(code);
    return faultsIn(`${title} ${advice}`).map((fault) => `${code}: ${fault}`);
  });
  expect(faults).toEqual([]);
});

it("no text of the source and no document names a command that does not exist", () => {
  const files = globSync(["src/**/*.ts", "docs/*.md", "README.md"], { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(100);
  const faults = files.flatMap((file) =>
    faultsIn(readFileSync(resolve(root, file), "utf8")).map((fault) => `${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});
