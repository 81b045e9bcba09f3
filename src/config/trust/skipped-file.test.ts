import { describe, expect, test } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { makeProjectFile } from "./project-file.ts";
import { contentToTrust, describeSkipped, trustCommand, untrustedError } from "./skipped-file.ts";

const file = (text: string, path = "/p/backplane.toml") => makeProjectFile(path, Buffer.from(text));
const errorOf = (text: string, path?: string) =>
  untrustedError(describeSkipped(file(text, path), "backplane.toml", "untrusted"));

describe("the error for an untrusted file", () => {
  test("names the keys, the command to trust it, and the way around it, and ends with the code for configuration", () => {
    const error = errorOf("port = 1\n[keys.a]\ntoken = 'canary'\n");
    expect(error).toMatchObject({ code: "config_untrusted", where: "backplane.toml" });
    expect(error.row.exit).toBe(3);
    const message = "the project file is not trusted and not used: it would set port, keys.a.token";
    expect(error.message).toBe(message);
    expect(error.advice).toBe(
      "Read the file. If you agree with it: `abp config trust /p/backplane.toml`. " +
        "`--ignore-project-config` goes on without it.",
    );
    const places = ["backplane.toml:1:1", "backplane.toml:3:1"] as const;
    expect(error.details).toStrictEqual({
      file: "/p/backplane.toml",
      sha256: file("port = 1\n[keys.a]\ntoken = 'canary'\n").sha256,
      command: "abp config trust /p/backplane.toml",
      keys: [
        { key: "port", where: places[0] },
        { key: "keys.a.token", where: places[1] },
      ],
      issues: [
        { message, where: "backplane.toml" },
        { message: "would set port", where: places[0] },
        { message: "would set keys.a.token", where: places[1] },
      ],
    });
    expect(JSON.stringify(error.details)).not.toContain("canary");
  });

  test("counts the keys that do not fit into its message, and has all in its details", () => {
    const error = errorOf(Array.from({ length: 15 }, (_, index) => `k${index} = 1`).join("\n"));
    expect(error.message).toMatch(/k11 and 3 more$/);
    expect(error.details["keys"]).toHaveLength(15);
    expect(error.details["issues"]).toHaveLength(16);
  });

  test("lists at most a hundred keys line by line, and says how many more there are", () => {
    const error = errorOf(Array.from({ length: 103 }, (_, index) => `k${index} = 1`).join("\n"));
    const issues = error.details["issues"] as { message: string }[];
    expect(issues).toHaveLength(102);
    expect(issues.at(-1)?.message).toBe("would set 3 more: read the file");
  });

  test("fits 12 keys into its message, and 100 into its lines", () => {
    const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `k${index} = 1`).join("\n");
    const names = Array.from({ length: 12 }, (_, index) => `k${index}`).join(", ");
    const begin = "the project file is not trusted and not used: it would set ";
    expect([12, 13].map((count) => errorOf(keysOf(count)).message)).toEqual([
      `${begin}${names}`,
      `${begin}${names} and 1 more`,
    ]);
    const last = (count: number) => (errorOf(keysOf(count)).details["issues"] as object[]).at(-1);
    expect([100, 101].map(last)).toEqual([
      { message: "would set k99", where: "backplane.toml:100:1" },
      { message: "would set 1 more: read the file", where: "backplane.toml" },
    ]);
  });

  test("says so if the file sets nothing or is not TOML", () => {
    expect(["", "[keys.a"].map((text) => errorOf(text).message)).toEqual([
      "the project file is not trusted and not used: it sets nothing",
      "the project file is not trusted and not used: it is not valid TOML, so that its keys are unknown",
    ]);
    expect(describeSkipped(file("[keys.a"), "shown.toml", "ignored")).toStrictEqual({
      file: "/p/backplane.toml",
      shown: "shown.toml",
      sha256: file("[keys.a").sha256,
      keys: [],
      problem: "it is not valid TOML, so that its keys are unknown",
      reason: "ignored",
    });
    expect(describeSkipped(file(""), "shown.toml", "untrusted")).toStrictEqual({
      file: "/p/backplane.toml",
      shown: "shown.toml",
      sha256: file("").sha256,
      keys: [],
      reason: "untrusted",
    });
  });

  test("offers no trust in a file that cannot be read", () => {
    const error = untrustedError({
      file: "/p/backplane.toml",
      shown: "backplane.toml",
      sha256: undefined,
      keys: [],
      problem: "it is a directory",
      reason: "untrusted",
    });
    const message = "the project file is not trusted and not used: it is a directory";
    expect([error.message, error.advice]).toEqual([
      message,
      "Name a configuration file with --config. `--ignore-project-config` goes on without it.",
    ]);
    expect(error.details).toStrictEqual({
      file: "/p/backplane.toml",
      sha256: undefined,
      keys: [],
      issues: [{ message, where: "backplane.toml" }],
    });
    expect(contentToTrust(error)).toBeUndefined();
  });

  test("gives the content to trust, and no other error does", () => {
    const error = errorOf("port = 1");
    expect(contentToTrust(error)).toEqual({
      path: "/p/backplane.toml",
      sha256: file("port = 1").sha256,
      keys: [{ key: "port", where: "backplane.toml:1:1" }],
    });
    expect(contentToTrust(new AbpError("config_invalid", "x", { details: error.details }))).toBeUndefined();
    expect(contentToTrust(new Error("x"))).toBeUndefined();
  });
});

test.each([
  ["/home/ada/app/backplane.toml", "abp config trust /home/ada/app/backplane.toml"],
  ["/a b/$(touch x)/backplane.toml", "abp config trust '/a b/$(touch x)/backplane.toml'"],
  ["/it's/backplane.toml", `abp config trust '/it'\\''s/backplane.toml'`],
  ["/\u001b[2J/backplane.toml", "abp config trust"],
  ["/a\nb/backplane.toml", "abp config trust"],
])("the command for %j is safe to paste", (path, command) => {
  expect(trustCommand(path)).toBe(command);
});
