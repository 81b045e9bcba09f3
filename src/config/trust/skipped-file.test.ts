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
    expect(error.message).toBe(
      "the project file is not trusted and not used: it would set port, keys.a.token",
    );
    expect(error.advice).toContain("`abp config trust /p/backplane.toml`");
    expect(error.advice).toContain("--ignore-project-config");
    expect(error.details).toMatchObject({
      file: "/p/backplane.toml",
      command: "abp config trust /p/backplane.toml",
      keys: [
        { key: "port", where: "backplane.toml:1:1" },
        { key: "keys.a.token", where: "backplane.toml:3:1" },
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

  test("says so if the file sets nothing or is not TOML", () => {
    expect(errorOf("").message).toContain("it sets nothing");
    expect(errorOf("[keys.a").message).toContain("it is not valid TOML");
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
    expect(error.message).toContain("it is a directory");
    expect(error.advice).not.toContain("abp config trust");
    expect(error.details).not.toHaveProperty("command");
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
