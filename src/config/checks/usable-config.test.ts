import { describe, expect, test } from "vitest";
import { z } from "zod";
import { settingError, settingsError } from "../../contract/index.ts";
import { trustEverything } from "../fixtures/trust.ts";
import { configIssuesOf } from "../issue.ts";
import { loadConfig } from "../load.ts";
import type { Config } from "../schema/config-schema.ts";
import { key } from "../schema/key-facts.ts";
import { listKeys } from "../schema/key-table.ts";
import { listUsableIssues } from "./usable-config.ts";

function load(text: string, check: (config: Config) => void) {
  const readFile = (path: string): string => {
    if (path === "/project/backplane.toml") return text;
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  const projectTrust = trustEverything(readFile);
  return loadConfig({ cwd: "/project", home: "/home/ada", env: {}, readFile, projectTrust, check });
}

function issuesOf(text: string, check: (config: Config) => void) {
  try {
    load(text, check);
  } catch (error) {
    return configIssuesOf(error).map(({ key, message, where }) => [key, message, where]);
  }
  return [];
}

const refuse = (...path: string[]) => {
  throw settingError(path, "cannot be used");
};
const at = (line: number) => `backplane.toml:${line}:1`;

describe("a check of the whole configuration", () => {
  test("gets what the schema accepts, and may find nothing", () => {
    const seen: unknown[] = [];
    const { config } = load("port = 7\n", (checked) => void seen.push(checked.port));
    expect([seen, config.port]).toEqual([[7], 7]);
  });

  test("names each setting with its place", () => {
    const text = "log_level = 'debug'\nport = 7\n[backends.b]\ntype = 'mock'\n";
    expect(issuesOf(text, () => refuse("port"))).toEqual([["port", "`port` cannot be used", at(2)]]);
    const two = () => {
      throw settingsError([
        { message: "one", key: "log_level" },
        { message: "two", key: "backends.b.type" },
      ]);
    };
    expect(issuesOf(text, two)).toEqual([
      ["log_level", "one", at(1)],
      ["backends.b.type", "two", at(4)],
    ]);
  });

  test("names the list of an item, and the table of a setting that is missing", () => {
    const text = "port = 7\npolicy_profiles = ['/a', '/b']\n[backends.'my agent']\ntype = 'mock'\n";
    const item = () => {
      throw settingError(["policy_profiles"], "is wrong", { item: 1 });
    };
    expect(issuesOf(text, item)).toEqual([["policy_profiles", "`policy_profiles[1]` is wrong", at(2)]]);
    expect(issuesOf(text, () => refuse("backends", "my agent", "command"))).toEqual([
      ['backends."my agent".command', '`backends."my agent".command` cannot be used', at(4)],
    ]);
    expect(issuesOf(text, () => refuse("policy", "deny_read"))).toEqual([
      ["policy.deny_read", "`policy.deny_read` cannot be used", "policy.deny_read"],
    ]);
  });

  test("is asked about the rest if a part is wrong, and not about that part", () => {
    const text = "port = 'x'\nlog_level = 'debug'\n[backends.b]\ntype = 'mock'\n";
    const seen: unknown[] = [];
    const check = (config: Config) => {
      seen.push([config.port, config.log_level]);
      throw settingsError([
        { message: "follows", key: "port" },
        { message: "is new", key: "log_level" },
      ]);
    };
    const found = issuesOf(text, check);
    expect(found.map(([key]) => key)).toEqual(["port", "log_level"]);
    expect(found[1]).toEqual(["log_level", "is new", at(2)]);
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toContain("x");
  });

  test("is asked about an entry that lacks a key, whose problems may follow from it or not", () => {
    const text = "[backends.b]\ntype = 'sidecar'\ntimeout_secs = 5\n";
    const seen: unknown[] = [];
    const found = issuesOf(text, (config) => {
      seen.push(Object.keys(config.backends));
      throw settingsError([
        { message: "too short", key: "backends.b.timeout_secs" },
        { message: "not a program", key: "backends.b.command" },
      ]);
    });
    expect(seen).toEqual([["b"]]);
    expect(found.map(([key]) => key)).toEqual(["backends.b.command", "backends.b.timeout_secs"]);
    expect(found[1]).toEqual(["backends.b.timeout_secs", "too short", at(3)]);
  });

  test.each([
    ["a text", "tools.mcp_servers.a.hosts", "[tools.mcp_servers.a]\n"],
    ["a choice", "emulation.vision.type", "[emulation.vision]\nprompt = 'x'\n"],
    ["a list", "routes.r.models", "[routes.r]\nengine = 'e'\n"],
    ["a number", "prices.m.input", "[prices.m]\noutput = 1\n"],
  ])("is asked about the rest if an entry lacks %s", (_, missing, text) => {
    const found = issuesOf(`port = 7\n${text}`, () => refuse("port"));
    expect(found.map(([key]) => key)).toEqual([missing, "port"]);
  });

  test.each([
    ["a whole number from 5 on", z.int().min(5), 5],
    ["any number", z.number(), 1],
    ["a truth value", z.boolean(), false],
    ["a list", z.array(z.string()), ["unknown"]],
    ["a text", z.string(), "unknown"],
    ["a choice", z.enum(["b", "a"]), "b"],
  ])("gets a value for %s that a schema of any kind requires", (_, member, standIn) => {
    const described = key(member as z.ZodType, { description: "A key." });
    const schema = z.object({ entries: z.record(z.string(), z.object({ needed: described })) });
    const seen: unknown[] = [];
    const issues = [{ key: "entries.e.needed", message: "is required", where: "x" }];
    listUsableIssues(schema, [], listKeys(schema), issues, (config: unknown) => void seen.push(config));
    expect(seen).toEqual([{ entries: { e: { needed: standIn } } }]);
  });

  test("is asked about the rest beside a table that is not known", () => {
    expect(issuesOf("port = 7\n[polici]\na = 1\n", () => refuse("port"))).toEqual([
      ["polici", "`polici` is not a known table: did you mean `policy`?", "backplane.toml:2:2"],
      ["port", "`port` cannot be used", at(1)],
    ]);
  });

  test("says nothing of the members of an entry whose type is wrong", () => {
    const text = "[backends.b]\ntype = 'no such type'\n[backends.c]\ntype = 'mock'\n";
    const found = issuesOf(text, () => {
      throw settingsError([
        { message: "follows", key: "backends.b.command" },
        { message: "is new", key: "backends.c.type" },
      ]);
    });
    expect(found.map(([key]) => key)).toEqual(["backends.b.type", "backends.c.type"]);
  });

  test("that fails in another way is thrown as it is", () => {
    const broken = new Error("broken");
    expect(() =>
      load("port = 7\n", () => {
        throw broken;
      }),
    ).toThrow(broken);
  });
});
