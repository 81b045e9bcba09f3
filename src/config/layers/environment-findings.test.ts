import { describe, expect, test } from "vitest";
import type { Findings } from "../issue.ts";
import { ConfigSchema } from "../schema/config-schema.ts";
import { deprecatedKeys } from "../schema/deprecated-keys.ts";
import { listKeys } from "../schema/key-table.ts";
import { readEnvironment } from "./environment-layer.ts";
import type { Leaf } from "./layer.ts";

describe("the layer of the environment", () => {
  const definitions = listKeys(ConfigSchema);
  const name = (path: string): Leaf => ({
    path: path.split("."),
    value: "x",
    origin: { layer: "user", where: "user", redacted: false },
  });

  /** The values and the findings of some variables, above the names of weaker layers. */
  function read(env: Record<string, string | undefined>, ...weaker: string[]) {
    const findings: Findings = { issues: [], warnings: [] };
    const readFile = (path: string): string => {
      if (path === "/repo/secret") return "of-the-file\n";
      throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    };
    const leaves = readEnvironment(env, {
      definitions,
      deprecated: deprecatedKeys,
      base: "/repo",
      home: "/home/ada",
      readFile,
      findings,
      weaker: weaker.map(name),
    });
    const values = leaves.map(({ path, value, origin }) => [path.join("."), value, origin]);
    return { values, ...findings };
  }
  const from = (variable: string, redacted = false) => ({
    layer: "environment",
    where: variable,
    variable,
    redacted,
  });

  test.each<[string, Parameters<typeof read>, ReturnType<typeof read>]>([
    [
      "takes the name that is spelled alike before one that only looks alike",
      [{ ABP_KEYS__A_B__TOKEN: "t" }, "keys.a-b.mode", "keys.a_b.mode"],
      { values: [["keys.a_b.token", "t", from("ABP_KEYS__A_B__TOKEN", true)]], issues: [], warnings: [] },
    ],
    [
      "takes a name that looks alike, and only from the same table",
      [
        { ABP_KEYS__A_B__TOKEN: "t" },
        "engines.a.b",
        "routes.A-B.mode",
        "keys",
        "keys.x.mode",
        "keys.A-B.mode",
      ],
      { values: [["keys.A-B.token", "t", from("ABP_KEYS__A_B__TOKEN", true)]], issues: [], warnings: [] },
    ],
    [
      "takes a new name in small letters",
      [{ ABP_KEYS__A_B__TOKEN: "t" }],
      { values: [["keys.a_b.token", "t", from("ABP_KEYS__A_B__TOKEN", true)]], issues: [], warnings: [] },
    ],
    [
      "reads a secret from a file, and no other key",
      [
        {
          ABP_KEYS__A__TOKEN_FILE: "secret",
          ABP_KEYS__B__TOKEN_PATH: "secret",
          ABP_LOG_LEVEL_FILE: "secret",
        },
      ],
      {
        values: [["keys.a.token", "of-the-file", from("ABP_KEYS__A__TOKEN_FILE", true)]],
        issues: [],
        warnings: [
          {
            message:
              "the environment variable ABP_KEYS__B__TOKEN_PATH is not a known setting and is ignored: " +
              "did you mean ABP_KEYS__B__TOKEN?",
            where: "ABP_KEYS__B__TOKEN_PATH",
          },
          {
            message:
              "the environment variable ABP_LOG_LEVEL_FILE is not a known setting and is ignored: " +
              "did you mean ABP_LOG_LEVEL?",
            where: "ABP_LOG_LEVEL_FILE",
          },
        ],
      },
    ],
    [
      "refuses a secret that is given twice",
      [{ ABP_KEYS__A__TOKEN: "t", ABP_KEYS__A__TOKEN_FILE: "secret" }],
      {
        values: [["keys.a.token", "t", from("ABP_KEYS__A__TOKEN", true)]],
        issues: [
          {
            message: "ABP_KEYS__A__TOKEN and ABP_KEYS__A__TOKEN_FILE are both set: keep one",
            where: "ABP_KEYS__A__TOKEN_FILE",
            key: "keys.a.token",
          },
        ],
        warnings: [],
      },
    ],
    [
      "reports a file that cannot be read, beside an empty variable for the same secret",
      [{ ABP_KEYS__A__TOKEN: "", ABP_KEYS__A__TOKEN_FILE: "/none" }],
      {
        values: [],
        issues: [
          {
            message: "the file for `keys.a.token` cannot be read: /none does not exist",
            where: "ABP_KEYS__A__TOKEN_FILE",
            key: "keys.a.token",
          },
        ],
        warnings: [],
      },
    ],
    [
      "reports a wrong value, of which it shows 60 characters",
      [{ ABP_PORT: "x".repeat(70), PORT: "7" }],
      {
        values: [["port", 7, from("PORT")]],
        issues: [
          {
            message: `the value of ABP_PORT ("${"x".repeat(60)}") is not a whole number`,
            where: "ABP_PORT",
            key: "port",
          },
        ],
        warnings: [],
      },
    ],
    [
      "reports a variable of an unknown table once, and the others in the order of their names",
      [{ ABP_ZZZZZZZZ__X: "1", ABP_QQQQQQQQ__X: "1", ABP_YYYYYYYY: "1", ABP_XXXXXXXX: "1" }],
      {
        values: [],
        issues: ["qqqqqqqq", "zzzzzzzz"].map((table) => {
          const where = `ABP_${table.toUpperCase()}__X`;
          const sets = `the environment variable ${where} sets a value of \`${table}\``;
          return { message: `${sets}, which is not a known table`, where };
        }),
        warnings: ["ABP_XXXXXXXX", "ABP_YYYYYYYY"].map((where) => ({
          message: `the environment variable ${where} is not a known setting and is ignored`,
          where,
        })),
      },
    ],
    [
      "takes PORT only without ABP_PORT, and paths from the current directory",
      [{ ABP_PORT: "1", PORT: "2", ABP_WORKSPACE_DIR: "w", ABP_RECEIPTS_DIR: "~/r", ABP_UNSET: undefined }],
      {
        values: [
          ["port", 1, from("ABP_PORT")],
          ["receipts_dir", "/home/ada/r", from("ABP_RECEIPTS_DIR")],
          ["workspace_dir", "/repo/w", from("ABP_WORKSPACE_DIR")],
        ],
        issues: [],
        warnings: [],
      },
    ],
    [
      "warns of an old name even if the new one is set, and takes the new one",
      [{ ABP_BIND: "::1", ABP_BIND_ADDRESS: "::2", ABP_RECEIPT_DIR: "/r" }],
      {
        values: [
          ["bind_address", "::2", from("ABP_BIND_ADDRESS")],
          ["receipts_dir", "/r", from("ABP_RECEIPT_DIR")],
        ],
        issues: [],
        warnings: [
          { message: "ABP_BIND is deprecated: use ABP_BIND_ADDRESS", where: "ABP_BIND", key: "bind_address" },
          {
            message: "ABP_RECEIPT_DIR is deprecated: use ABP_RECEIPTS_DIR",
            where: "ABP_RECEIPT_DIR",
            key: "receipts_dir",
          },
        ],
      },
    ],
    [
      "takes no name that is empty, and nothing in place of a table",
      [{ ABP_KEYS____TOKEN: "t", ABP_KEYS: "t" }],
      {
        values: [],
        issues: [],
        warnings: [
          {
            message: "the environment variable ABP_KEYS is not a known setting and is ignored",
            where: "ABP_KEYS",
          },
          {
            message: "the environment variable ABP_KEYS____TOKEN is not a known setting and is ignored",
            where: "ABP_KEYS____TOKEN",
          },
        ],
      },
    ],
  ])("%s", (_, input, expected) => {
    expect(read(...input)).toStrictEqual(expected);
  });
});
