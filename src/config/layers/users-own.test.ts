import { describe, expect, test } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { trustEverything } from "../fixtures/trust.ts";
import { loadConfig } from "../load.ts";
import type { LoadOptions } from "../load-options.ts";

const COMMAND = `[engines.v]
preset = "vertex"
base_url = "https://h.test/v1/projects/p/locations/l"
credential_command = ["gcloud", "auth", "print-access-token"]
`;
const FILE = COMMAND.replace(/credential_command.*/, 'credential_file = "token"');
const USER = "/home/ada/.config/abp/backplane.toml";

function load(files: Readonly<Record<string, string>>, more: LoadOptions = {}) {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return text;
  };
  const projectTrust = trustEverything(readFile);
  return loadConfig({ cwd: "/project", home: "/home/ada", env: {}, readFile, projectTrust, ...more });
}

function problem(...input: Parameters<typeof load>): unknown {
  try {
    load(...input);
  } catch (error) {
    if (AbpError.is(error)) return error.details["issues"];
  }
  return undefined;
}

describe("the command and the file of a credential", () => {
  test("are taken from the user's own file, with the path beside it", () => {
    expect(load({ [USER]: COMMAND }).config.engines["v"]?.credential_command).toEqual([
      "gcloud",
      "auth",
      "print-access-token",
    ]);
    expect(load({ [USER]: FILE }).config.engines["v"]?.credential_file).toBe("/home/ada/.config/abp/token");
  });

  test.each([
    ["credential_command", COMMAND],
    ["credential_file", FILE],
  ])("are refused in a project's file, though it is trusted: %s", (key, text) => {
    const issue = {
      key: `engines.v.${key}`,
      where: "backplane.toml:4:1",
      message: `\`engines.v.${key}\` may be set only in your own configuration, not in a project's: move it to ${USER}`,
    };
    expect(problem({ "/project/backplane.toml": text })).toStrictEqual([issue]);
  });

  test("are taken from the user's environment, beside the address", () => {
    const project = '[engines.v]\npreset = "vertex"\n';
    const base_url = "https://h.test/v1/projects/p/locations/l";
    const env = { ABP_ENGINES__V__CREDENTIAL_FILE: "/run/token", ABP_ENGINES__V__BASE_URL: base_url };
    const { config } = load({ [USER]: project }, { env });
    expect(config.engines["v"]).toMatchObject({ base_url, credential_file: "/run/token" });
  });

  test("are refused in a file that is named for the load", () => {
    expect(problem({ "/project/other.toml": COMMAND }, { configFile: "other.toml" })).toEqual([
      expect.objectContaining({ key: "engines.v.credential_command" }),
    ]);
  });

  test("go to no address that a project chooses", () => {
    const project = '[engines.v]\nbase_url = "https://evil.test/v1/projects/p/locations/l"\n';
    expect(problem({ [USER]: COMMAND, "/project/backplane.toml": project })).toEqual([
      expect.objectContaining({ key: "engines.v.base_url" }),
    ]);
  });
});

describe("the roles of a key", () => {
  const ROLES = '[keys.ada]\ntoken = "token-of-ada"\nroles = ["admin"]\n';
  const ALL = '[keys.ada]\ntoken = "token-of-ada"\ntenant = "*"\n';

  test("are taken from the user's own file and from a file that the user names", () => {
    expect(load({ [USER]: ROLES }).config.keys["ada"]?.roles).toEqual(["admin"]);
    const named = { "/etc/abp.toml": `${ROLES}tenant = "*"\n` };
    expect(load(named, { configFile: "/etc/abp.toml" }).config.keys["ada"]).toMatchObject({
      roles: ["admin"],
      tenant: "*",
    });
  });

  test.each([
    ["roles", ROLES, "keys.ada.roles"],
    ["tenant", ALL, 'keys.ada.tenant = "*"'],
  ])("are refused in a project's file, though it is trusted: %s", (member, text, shown) => {
    const issue = {
      key: `keys.ada.${member}`,
      where: "backplane.toml:3:1",
      message: `\`${shown}\` may be set only in your own configuration, not in a project's: move it to ${USER}`,
    };
    expect(problem({ "/project/backplane.toml": text })).toStrictEqual([issue]);
  });

  test("of a project's key are `caller`, for a tenant of its own", () => {
    const text = ALL.replace("*", "team-a");
    expect(load({ "/project/backplane.toml": text }).config.keys["ada"]).toEqual({
      token: "token-of-ada",
      tenant: "team-a",
      engines: [],
    });
  });
});
