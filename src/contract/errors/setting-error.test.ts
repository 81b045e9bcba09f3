import { describe, expect, it } from "vitest";
import { AbpError } from "./abp-error.ts";
import {
  formatKeyPath,
  readSettings,
  settingError,
  settingIssuesOf,
  settingsError,
} from "./setting-error.ts";

const fail = (error: unknown) => () => {
  throw error;
};
const thrownBy = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};

describe("an error of a setting", () => {
  it.each([
    [["a", "b_c", "d-9"], "a.b_c.d-9"],
    [["backends", "my agent", "command"], 'backends."my agent".command'],
    [["a", ""], 'a.""'],
    [["x.y", 'q"'], '"x.y"."q\\""'],
  ])("names the setting as TOML does: %j is %s", (path, expected) => {
    expect(formatKeyPath(path)).toBe(expected);
  });

  it("says the path, the item and the advice", () => {
    const plain = settingError(["server", "port"], "is not a port");
    expect(plain).toMatchObject({
      code: "config_invalid",
      message: "`server.port` is not a port",
      where: "server.port",
      details: { issues: [{ message: "`server.port` is not a port", key: "server.port" }] },
    });
    expect(plain.advice).toBe(plain.row.advice);
    const item = settingError(["list"], "is empty", { item: 0, advice: "Fill it." });
    expect(item).toMatchObject({ message: "`list[0]` is empty", where: "list[0]", advice: "Fill it." });
  });

  it("has the first of several issues in its message, and all in its details", () => {
    const issues = ["a", "b", "c"].map((key) => ({ message: `${key} is wrong`, key }));
    expect(settingsError(issues)).toMatchObject({
      message: "a is wrong (and 2 more)",
      where: "a",
      details: { issues },
    });
    expect(settingsError(issues.slice(0, 2)).message).toBe("a is wrong (and 1 more)");
    expect(settingsError(issues.slice(0, 1)).message).toBe("a is wrong");
    expect(settingsError([])).toMatchObject({ message: "the configuration is invalid", where: undefined });
  });
});

describe("the issues of an error", () => {
  it("are those that it lists, with nothing but their message and key", () => {
    const issue = { message: "m", key: "k" };
    const error = new AbpError("config_invalid", "x", { details: { issues: [{ ...issue, more: 1 }] } });
    expect(settingIssuesOf(error)).toEqual([issue]);
  });

  it.each([
    undefined,
    [],
    "m",
    [null],
    [{ message: "m" }],
    [{ message: 1, key: "k" }],
    [
      { message: "m", key: "k" },
      { message: "m", key: 2 },
    ],
  ])("are its own message and place if it lists %j", (issues) => {
    const at = new AbpError("config_invalid", "own", { where: "place", details: { issues } });
    expect(settingIssuesOf(at)).toEqual([{ message: "own", key: "place" }]);
    const nowhere = new AbpError("config_invalid", "own", { details: { issues } });
    expect(settingIssuesOf(nowhere)).toEqual([{ message: "own", key: "configuration" }]);
  });

  it("are none of an error that is not ours, which is thrown again", () => {
    const foreign = new Error("disk");
    expect(thrownBy(() => settingIssuesOf(foreign))).toBe(foreign);
  });
});

describe("several settings that are read", () => {
  it("are returned by name", () => {
    expect(readSettings({ a: () => 1, b: () => undefined })).toEqual({ a: 1, b: undefined });
  });

  it("throw the only error as it is", () => {
    const error = settingError(["a"], "is wrong");
    expect(thrownBy(() => readSettings({ a: fail(error), b: () => 1 }))).toBe(error);
  });

  it("throw one error with the issues of all", () => {
    const read = () =>
      readSettings({ a: fail(settingError(["a"], "is wrong")), b: fail(settingError(["b"], "is missing")) });
    expect(thrownBy(read)).toMatchObject({
      message: "`a` is wrong (and 1 more)",
      details: {
        issues: [
          { message: "`a` is wrong", key: "a" },
          { message: "`b` is missing", key: "b" },
        ],
      },
    });
  });

  it("throw an error that is not ours at once", () => {
    const foreign = new Error("disk");
    const read = () => readSettings({ a: fail(settingError(["a"], "is wrong")), b: fail(foreign) });
    expect(thrownBy(read)).toBe(foreign);
  });
});
