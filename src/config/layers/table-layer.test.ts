import { expect, test } from "vitest";
import { trustEverything } from "../fixtures/trust.ts";
import { configIssuesOf } from "../issue.ts";
import { loadConfig } from "../load.ts";

function load(text: string) {
  const readFile = (path: string): string => {
    if (path === "/project/backplane.toml") return text;
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  const projectTrust = trustEverything(readFile);
  return loadConfig({ cwd: "/project", home: "/home/ada", env: {}, readFile, projectTrust });
}

function issuesOf(text: string) {
  try {
    load(text);
  } catch (error) {
    return configIssuesOf(error).map(({ message, where, key }) => ({ message, where, key }));
  }
  return [];
}

test("a table that is not known is refused with its place, and with the name that was meant", () => {
  expect(issuesOf("port = 7\n[polici]\ndeny_read = ['x']\n")).toEqual([
    {
      message: "`polici` is not a known table: did you mean `policy`?",
      where: "backplane.toml:2:2",
      key: "polici",
    },
  ]);
  expect(issuesOf("[qqqqqqqq]\nx = 1\n")).toEqual([
    { message: "`qqqqqqqq` is not a known table", where: "backplane.toml:1:2", key: "qqqqqqqq" },
  ]);
  expect(issuesOf("[[qqqqqqqq]]\nx = 1\n").map(({ message }) => message)).toEqual([
    "`qqqqqqqq` is not a known table",
  ]);
});

test("a single key that is not known is left out with a warning", () => {
  const { config, warnings } = load("log_levle = 'debug'\nqqqqqqqq = [1]\n[policy]\nqqqqqqqq = 1\n");
  expect(config.log_level).toBe("info");
  expect(warnings.map(({ message, where }) => [message, where])).toEqual([
    ["`log_levle` is not a known key and is ignored: did you mean `log_level`?", "backplane.toml:1:1"],
    ["`qqqqqqqq` is not a known key and is ignored", "backplane.toml:2:1"],
    ["`policy.qqqqqqqq` is not a known key and is ignored", "backplane.toml:4:1"],
  ]);
});
