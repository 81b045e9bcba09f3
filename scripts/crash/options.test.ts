import { describe, expect, it } from "vitest";
import { HELP, parseOptions, UsageError } from "./options.ts";

describe("the options of the crash command", () => {
  it("have defaults", () => {
    const defaults = { seeds: 20, firstSeed: 0, minutes: undefined, isJson: false, isHelp: false };
    expect(parseOptions([])).toEqual(defaults);
  });

  it("are read from the command line", () => {
    expect(parseOptions(["--seeds", "200", "--first-seed", "40", "--minutes", "0.5", "--json"])).toEqual({
      seeds: 200,
      firstSeed: 40,
      minutes: 0.5,
      isJson: true,
      isHelp: false,
    });
  });

  it.each([
    ["--seeds", "0"],
    ["--seeds", "1.5"],
    ["--first-seed", "x"],
    ["--minutes", "0"],
  ])("%s %s is refused by name", (name, value) => {
    expect(() => parseOptions([name, value])).toThrow(UsageError);
    expect(() => parseOptions([name, value])).toThrow(name);
  });

  it("are all in the help, with examples", () => {
    for (const name of ["--seeds", "--first-seed", "--minutes", "--json", "Examples:"]) {
      expect(HELP).toContain(name);
    }
  });
});
