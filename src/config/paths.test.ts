import { expect, test } from "vitest";
import { AbpError } from "../contract/index.ts";
import { resolvePaths } from "./paths.ts";

test("without any variable the directories are the XDG defaults under the home directory", () => {
  expect(resolvePaths({}, "/home/ada")).toEqual({
    config: "/home/ada/.config/abp",
    data: "/home/ada/.local/share/abp",
    state: "/home/ada/.local/state/abp",
    cache: "/home/ada/.cache/abp",
    receipts: "/home/ada/.local/share/abp/receipts",
    keys: "/home/ada/.local/share/abp/keys",
    workspaces: "/home/ada/.local/state/abp/workspaces",
    runs: "/home/ada/.local/state/abp/runs",
    homes: "/home/ada/.local/state/abp/homes",
    agents: "/home/ada/.local/share/abp/agents",
  });
});

test("each XDG variable moves its own directory", () => {
  const environment = {
    XDG_CONFIG_HOME: "/c",
    XDG_DATA_HOME: "/d",
    XDG_STATE_HOME: "/s",
    XDG_CACHE_HOME: "/k",
  };
  expect(resolvePaths(environment, "/home/ada")).toMatchObject({
    config: "/c/abp",
    data: "/d/abp",
    state: "/s/abp",
    cache: "/k/abp",
    receipts: "/d/abp/receipts",
    keys: "/d/abp/keys",
    agents: "/d/abp/agents",
    workspaces: "/s/abp/workspaces",
    runs: "/s/abp/runs",
    homes: "/s/abp/homes",
  });
});

test("a relative or empty XDG variable is ignored", () => {
  const environment = { XDG_CONFIG_HOME: "conf", XDG_DATA_HOME: "" };
  expect(resolvePaths(environment, "/home/ada")).toEqual(resolvePaths({}, "/home/ada"));
});

test("ABP_HOME replaces all four and wins over XDG", () => {
  const paths = resolvePaths({ ABP_HOME: "/srv/abp", XDG_DATA_HOME: "/d" }, "/home/ada");
  expect(paths).toMatchObject({
    config: "/srv/abp/config",
    data: "/srv/abp/data",
    state: "/srv/abp/state",
    cache: "/srv/abp/cache",
    receipts: "/srv/abp/data/receipts",
  });
});

test.each(["ABP_HOME", "ABP_AGENTS", "TMPDIR", "TMP", "TEMP"])(
  "a relative %s is refused, and an empty or absolute one is not",
  (variable) => {
    expect(() => resolvePaths({ [variable]: "a b" }, "/home/ada")).toThrow(
      expect.objectContaining({
        code: "config_invalid",
        message: `${variable} is "a b": it must be an absolute path`,
        where: variable,
        details: {
          issues: [{ message: `${variable} is "a b": it must be an absolute path`, where: variable }],
        },
      }),
    );
    const paths = resolvePaths({ [variable]: "" }, "/home/ada");
    expect(paths).toEqual(resolvePaths({}, "/home/ada"));
    expect(() => resolvePaths({ [variable]: "/tmp" }, "/home/ada")).not.toThrow();
  },
);

test.each(["", "ada"])("a home directory that is %j is refused", (home) => {
  expect(() => resolvePaths({}, home)).toThrow(expect.objectContaining({ code: "config_invalid" }));
});

test("a relative ABP_HOME is refused, because it would mean another place in every directory", () => {
  const attempt = () => resolvePaths({ ABP_HOME: "here" }, "/home/ada");
  expect(attempt).toThrow(AbpError);
  expect(attempt).toThrow(/ABP_HOME is "here": it must be an absolute path/);
});
