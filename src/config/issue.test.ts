import { expect, test } from "vitest";
import { AbpError } from "../contract/index.ts";
import { configError, configIssuesOf } from "./issue.ts";

const issues = ["a", "b", "c"].map((key) => ({ key, message: `${key} is wrong`, where: `file:${key}` }));

test("an error about the configuration has the message and place of the first issue, and lists all", () => {
  const error = configError(issues);
  expect(error).toMatchObject({
    code: "config_invalid",
    message: "a is wrong (and 2 more)",
    where: "file:a",
  });
  expect(configIssuesOf(error)).toEqual(issues);
  expect(configError(issues.slice(0, 2)).message).toBe("a is wrong (and 1 more)");
  expect(configError(issues.slice(0, 1)).message).toBe("a is wrong");
  expect(configError([])).toMatchObject({ message: "the configuration is invalid", where: undefined });
});

test("another error, and one that lists nothing, has no issues", () => {
  expect(configIssuesOf(new AbpError("config_invalid", "x"))).toEqual([]);
  expect(configIssuesOf(new AbpError("policy_invalid", "x", { details: { issues } }))).toEqual([]);
  for (const other of [new Error("x"), undefined, null, { details: { issues } }])
    expect(configIssuesOf(other)).toEqual([]);
});
