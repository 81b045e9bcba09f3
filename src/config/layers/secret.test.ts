import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AbpError } from "../../contract/index.ts";
import { diffConfigs } from "../display/diff.ts";
import { listValues, redactConfig, renderConfigToml } from "../display/show.ts";
import { trustEverything } from "../fixtures/trust.ts";
import { type Loaded, loadWith } from "../load.ts";
import { key } from "../schema/key-facts.ts";

// The real table has no secret key yet: the mechanism is tried on a table of the test.
const Schema = z.object({
  name: key(z.string().default("n"), { description: "A name." }),
  pin: key(z.int().optional(), { description: "A number that is secret.", secret: true }),
  engine: z
    .object({ token: key(z.string().optional(), { description: "A token.", secret: true }) })
    .prefault({}),
});

function load(
  project: string,
  env: Record<string, string> = {},
  secrets: Record<string, string> = {},
): Loaded<z.infer<typeof Schema>> {
  const files: Record<string, string> = { "/project/backplane.toml": project, ...secrets };
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return text;
  };
  return loadWith(Schema, {
    cwd: "/project",
    home: "/home/ada",
    env,
    readFile,
    projectTrust: trustEverything(readFile),
  });
}

function issueOf(attempt: () => unknown): unknown {
  try {
    attempt();
  } catch (error) {
    if (AbpError.is(error)) return error.details["issues"];
  }
  return undefined;
}

describe("secrets", () => {
  test("a variable with _FILE reads the file, without its last line break", () => {
    const { config, origins } = load("", { ABP_ENGINE__TOKEN_FILE: "/run/t" }, { "/run/t": "hunter2\n" });
    expect(config.engine.token).toBe("hunter2");
    expect(origins.get("engine.token")).toEqual({
      layer: "environment",
      where: "ABP_ENGINE__TOKEN_FILE",
      variable: "ABP_ENGINE__TOKEN_FILE",
      redacted: true,
    });
  });

  test("a key with _file reads the file, from beside the configuration file", () => {
    const { config, origins, warnings } = load(
      `[engine]\ntoken_file = '\${DIR}/t'`,
      { DIR: "run" },
      { "/project/run/t": " hunter2 \r\n" },
    );
    expect(config.engine.token).toBe(" hunter2 ");
    expect(origins.get("engine.token")).toMatchObject({ layer: "project", line: 2, redacted: true });
    expect(warnings).toEqual([]);
  });

  test("only secrets have such files", () => {
    expect(load("name_file = '/run/t'", { ABP_NAME_FILE: "/run/t" }).warnings).toHaveLength(2);
  });

  test("a file and a value at once are an error, in the file and in the environment", () => {
    expect(issueOf(() => load("[engine]\ntoken = 'a'\ntoken_file = 'b'"))).toEqual([
      {
        key: "engine.token",
        where: "backplane.toml:3:1",
        message: "`engine.token` and `engine.token_file` are both set: keep one",
      },
    ]);
    expect(issueOf(() => load("", { ABP_ENGINE__TOKEN: "a", ABP_ENGINE__TOKEN_FILE: "b" }))).toEqual([
      {
        key: "engine.token",
        where: "ABP_ENGINE__TOKEN_FILE",
        message: "ABP_ENGINE__TOKEN and ABP_ENGINE__TOKEN_FILE are both set: keep one",
      },
    ]);
  });

  test("a file that cannot be read is an error that names key and file", () => {
    expect(issueOf(() => load("", { ABP_ENGINE__TOKEN_FILE: "/run/t" }))).toEqual([
      {
        key: "engine.token",
        where: "ABP_ENGINE__TOKEN_FILE",
        message: "the file for `engine.token` cannot be read: /run/t does not exist",
      },
    ]);
    expect(issueOf(() => load("engine.token_file = 3"))).toMatchObject([{ where: "backplane.toml:1:1" }]);
  });

  test("a secret stated in plain, in any layer, is never shown", () => {
    const direct = load("engine.token = 'hunter2'");
    const variable = load("", { ABP_ENGINE__TOKEN: "hunter2" });
    const file = load("", { ABP_ENGINE__TOKEN_FILE: "/t" }, { "/t": "hunter2" });
    const interpolated = load(`name = 'x-\${TOKEN}'`, { TOKEN: "hunter2" });
    for (const loaded of [direct, variable, file, interpolated]) {
      expect(JSON.stringify(loaded.config)).toContain("hunter2");
      const shown = [redactConfig(loaded), listValues(loaded), renderConfigToml(loaded, { origins: true })];
      expect(JSON.stringify(shown)).not.toContain("hunter2");
      expect(JSON.stringify(shown)).toContain("[redacted]");
    }
  });

  test("a wrong secret is not repeated in the error, whichever layer has it", () => {
    const issues = [
      issueOf(() => load("pin = 'hunter2'")),
      issueOf(() => load("", { ABP_PIN: "hunter2" })),
      issueOf(() => load("", { ABP_PIN_FILE: "/t" }, { "/t": "hunter2" })),
    ];
    for (const found of issues) expect(found).toHaveLength(1);
    expect(JSON.stringify(issues)).not.toContain("hunter2");
  });

  test("differing secrets are reported as different and not shown", () => {
    const left = load("engine.token = 'hunter2'");
    const right = load("engine.token = 'hunter3'");
    expect(diffConfigs(left, right)).toEqual([
      { path: "engine.token", left: "[redacted]", right: "[redacted]" },
    ]);
    expect(diffConfigs(left, load(""))).toEqual([
      { path: "engine.token", left: "[redacted]", right: undefined },
    ]);
    expect(diffConfigs(left, load("", { ABP_ENGINE__TOKEN: "hunter2" }))).toEqual([]);
  });
});
