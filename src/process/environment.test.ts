import { describe, expect, it } from "vitest";
import { allowedEnvironment } from "./environment.ts";

describe("allowedEnvironment", () => {
  const source = {
    HOME: "/home/a",
    LANG: "C",
    LC_ALL: "C.UTF-8",
    LOGNAME: "a",
    PATH: "/bin",
    SHELL: "/bin/sh",
    TERM: "dumb",
    TMPDIR: "/tmp",
    TZ: "UTC",
    USER: "a",
    OPENAI_API_KEY: "sk-1",
    LCX: "no",
    MINE: "yes",
    ABSENT: undefined,
  };

  it("S47 passes the harmless variables and no credential", () => {
    const { OPENAI_API_KEY, LCX, MINE, ABSENT, ...harmless } = source;
    expect(allowedEnvironment(source, [], {})).toEqual(harmless);
  });

  it("S47 passes a variable that is granted by name, if it exists", () => {
    const environment = allowedEnvironment(source, ["MINE", "ABSENT", "NOWHERE"], {});
    expect(environment["MINE"]).toBe("yes");
    expect(Object.keys(environment)).not.toContain("ABSENT");
    expect(Object.keys(environment)).not.toContain("NOWHERE");
  });

  it("lets given values win over inherited ones", () => {
    expect(allowedEnvironment(source, [], { PATH: "/opt", NEW: "1" })).toMatchObject({
      PATH: "/opt",
      NEW: "1",
    });
  });
});
