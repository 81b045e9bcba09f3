import { expect, test } from "vitest";
import { trustEverything } from "../fixtures/trust.ts";
import { configIssuesOf, type Findings } from "../issue.ts";
import { loadConfig } from "../load.ts";
import { ConfigSchema } from "../schema/config-schema.ts";
import { deprecatedKeys } from "../schema/deprecated-keys.ts";
import { listKeys } from "../schema/key-table.ts";
import { interpolate } from "./interpolation.ts";
import { readTable } from "./table-layer.ts";

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

/** The values and the findings of a table in a file, or of flags. */
function read(table: Readonly<Record<string, unknown>>, layer: "project" | "flag" = "project") {
  const findings: Findings = { issues: [], warnings: [] };
  const readFile = (path: string): string => {
    if (path === "/repo/secret") return "of-the-file\n";
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  const leaves = readTable(table, {
    definitions: listKeys(ConfigSchema),
    deprecated: deprecatedKeys,
    base: "/repo",
    home: "/home/ada",
    readFile,
    findings,
    layer,
    placeOf: (path) => ({ where: `at ${path.join(".")}` }),
    ...(layer === "project" ? { interpolate: (text: string) => interpolate(text, { DIR: "d" }) } : {}),
  });
  return { values: leaves.map(({ path, value, origin }) => [path.join("."), value, origin]), ...findings };
}
const at = (path: string, redacted = false, layer = "project") => ({ where: `at ${path}`, layer, redacted });
const finding = (key: string, message: string, where = key) => ({ message, where: `at ${where}`, key });

test.each<[string, Parameters<typeof read>, ReturnType<typeof read>]>([
  [
    "leaves out what is undefined, and takes tables that are empty or none as they are",
    [{ port: undefined, policy: {}, receipts: 5, keys: { ada: {}, bob: [] } }],
    {
      values: [
        ["policy", {}, at("policy")],
        ["receipts", 5, at("receipts")],
        ["keys.ada", {}, at("keys.ada")],
        ["keys.bob", [], at("keys.bob")],
      ],
      issues: [],
      warnings: [],
    },
  ],
  [
    "makes paths absolute, and marks what contains a variable",
    [
      {
        receipts_dir: `\${DIR}/r`,
        workspace_dir: "w",
        log_level: "info",
        policy: { deny_read: ["a", `\${DIR}`] },
      },
    ],
    {
      values: [
        ["receipts_dir", "/repo/d/r", at("receipts_dir", true)],
        ["workspace_dir", "/repo/w", at("workspace_dir")],
        ["log_level", "info", at("log_level")],
        ["policy.deny_read", ["a", "d"], at("policy.deny_read", true)],
      ],
      issues: [],
      warnings: [],
    },
  ],
  [
    "takes the text of flags as it stands",
    [{ default_backend: `\${DIR}`, keys: { ada: { token: "t" } } }, "flag"],
    {
      values: [
        ["default_backend", `\${DIR}`, at("default_backend", false, "flag")],
        ["keys.ada.token", "t", at("keys.ada.token", true, "flag")],
      ],
      issues: [],
      warnings: [],
    },
  ],
  [
    "reports every missing variable of a value, and leaves the value out",
    [{ policy: { deny_read: [`\${ONE}`, 5, `\${DIR}`, `\${TWO}`] }, port: 7 }],
    {
      values: [["port", 7, at("port")]],
      issues: ["ONE", "TWO"].map((name) =>
        finding(
          "policy.deny_read",
          `\`policy.deny_read\` needs the environment variable ${name}, which is not set`,
        ),
      ),
      warnings: [],
    },
  ],
  [
    "reads a secret from a file",
    [
      {
        keys: {
          ada: { token_file: "secret" },
          bob: { token_file: `\${DIR}` },
          eve: { token_file: `\${NO}` },
        },
      },
    ],
    {
      values: [["keys.ada.token", "of-the-file", at("keys.ada.token_file", true)]],
      issues: [
        finding(
          "keys.bob.token",
          "the file for `keys.bob.token` cannot be read: /repo/d does not exist",
          "keys.bob.token_file",
        ),
        finding(
          "keys.eve.token",
          "`keys.eve.token` needs the environment variable NO, which is not set",
          "keys.eve.token_file",
        ),
      ],
      warnings: [],
    },
  ],
  [
    "refuses a secret that is given twice, and keeps the one that is written",
    [{ keys: { ada: { token_file: "secret", token: "t" } } }],
    {
      values: [["keys.ada.token", "t", at("keys.ada.token", true)]],
      issues: [
        finding(
          "keys.ada.token",
          "`keys.ada.token` and `keys.ada.token_file` are both set: keep one",
          "keys.ada.token_file",
        ),
      ],
      warnings: [],
    },
  ],
  [
    "takes an old name behind the others, and not beside the new one",
    [{ bind: "::1", backend: "a", bind_address: "::2", port: 7 }],
    {
      values: [
        ["bind_address", "::2", at("bind_address")],
        ["port", 7, at("port")],
        ["default_backend", "a", at("backend")],
      ],
      issues: [],
      warnings: [
        finding("bind", "`bind` is deprecated: use `bind_address`"),
        finding("backend", "`backend` is deprecated: use `default_backend`"),
      ],
    },
  ],
  [
    "refuses unknown tables, and warns of other unknown names",
    [
      {
        polici: { a: 1 },
        qqqqqqqq: [1, { a: 1 }],
        zzzzzzzz: [1],
        policy: { deny_raed: ["x"], port_file: "x" },
        port_file: "x",
        keys: { ada: { tokn: "x" } },
      },
    ],
    {
      values: [],
      issues: [
        finding("polici", "`polici` is not a known table: did you mean `policy`?"),
        finding("qqqqqqqq", "`qqqqqqqq` is not a known table"),
      ],
      warnings: [
        finding("zzzzzzzz", "`zzzzzzzz` is not a known key and is ignored"),
        finding(
          "policy.deny_raed",
          "`policy.deny_raed` is not a known key and is ignored: did you mean `policy.deny_read`?",
        ),
        finding("policy.port_file", "`policy.port_file` is not a known key and is ignored"),
        finding("port_file", "`port_file` is not a known key and is ignored"),
        finding(
          "keys.ada.tokn",
          "`keys.ada.tokn` is not a known key and is ignored: did you mean `keys.ada.token`?",
        ),
      ],
    },
  ],
  [
    "refuses the names of tables that cannot be printed, and reads what they hold",
    [
      {
        keys: {
          "": { mode: "strict" },
          " a": { mode: "strict" },
          ["x".repeat(128)]: {},
          ["y".repeat(129)]: 1,
        },
      },
    ],
    {
      values: [
        ["keys..mode", "strict", at("keys..mode")],
        ["keys. a.mode", "strict", at("keys. a.mode")],
        [`keys.${"x".repeat(128)}`, {}, at(`keys.${"x".repeat(128)}`)],
        [`keys.${"y".repeat(129)}`, 1, at(`keys.${"y".repeat(129)}`)],
      ],
      issues: [
        finding('keys.""', '`keys.""` has an empty name', "keys."),
        finding('keys." a"', '`keys." a"` has a name that begins or ends with a space', "keys. a"),
        finding(
          `keys.${"y".repeat(129)}`,
          `\`keys.${"y".repeat(129)}\` has a name of more than 128 characters`,
        ),
      ],
      warnings: [],
    },
  ],
])("a reader of tables %s", (_, input, expected) => {
  expect(read(...input)).toStrictEqual(expected);
});
