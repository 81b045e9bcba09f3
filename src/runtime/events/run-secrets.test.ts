import { describe, expect, it } from "vitest";
import { RunSecrets } from "./run-secrets.ts";

describe("the secrets of a run", () => {
  it("leave values alone that hold none of them", () => {
    const secrets = new RunSecrets();
    const value = { a: ["key-1"] };
    expect(secrets.hide(value)).toBe(value);
    secrets.add("key-2");
    expect(secrets.hide(value)).toBe(value);
    expect(secrets.hide(undefined)).toBeUndefined();
  });

  it("are replaced wherever they stand, also as a name, and encoded", () => {
    const secrets = new RunSecrets();
    secrets.add("key-1");
    secrets.add("other/2");
    const encoded = Buffer.from("key-1").toString("base64");
    expect(secrets.hide({ "a key-1 b": [`x${encoded}y`, 3, "other/2other%2F2"] })).toEqual({
      "a [redacted] b": ["x[redacted]y", 3, "[redacted][redacted]"],
    });
    expect(secrets.hideIn("key-1key-1")).toBe("[redacted][redacted]");
  });
});
