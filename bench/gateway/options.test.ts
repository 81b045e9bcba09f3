import { describe, expect, it } from "vitest";
import { HELP, readOptions } from "./options.ts";
import { SCENARIOS } from "./scenarios.ts";

describe("the options of bench:gateway", () => {
  it("measure every scenario by default", () => {
    const options = readOptions([]);
    expect(options.scenarios).toEqual(SCENARIOS.map(({ id }) => id));
    expect(options).toMatchObject({ want: 5, seconds: 1, minutes: 25, noise: 0.5, workers: [] });
    expect(options.beside).toBeUndefined();
  });

  it("take fewer samples with --quick and more time with --peers", () => {
    expect(readOptions(["--quick"])).toMatchObject({ want: 2, seconds: 0.6, minutes: 4 });
    expect(readOptions(["--peers"])).toMatchObject({ want: 5, minutes: 60, hasPeers: true });
    expect(readOptions(["--quick", "--peers"])).toMatchObject({ minutes: 4 });
  });

  it("count pairs with --beside", () => {
    expect(readOptions(["--beside", "abp.js"])).toMatchObject({
      beside: "abp.js",
      want: 24,
      seconds: 0.5,
      minutes: 60,
    });
    expect(readOptions(["--quick", "--beside", "abp.js"])).toMatchObject({
      want: 8,
      seconds: 0.3,
      minutes: 20,
    });
  });

  it("prefer the figures of the user", () => {
    const argv = ["--beside", "x", "--want", "40", "--seconds", "0.2", "--minutes", "3", "--noise", "1"];
    expect(readOptions(argv)).toMatchObject({ want: 40, seconds: 0.2, minutes: 3, noise: 1 });
    expect(readOptions(["--workers", "1,2", "--streams", "64"])).toMatchObject({
      workers: [1, 2],
      streams: 64,
    });
  });

  it.each(["--peers", "--streams=5", "--workers=2"])("refuse %s together with --beside", (flag) => {
    expect(() => readOptions(["--beside", "abp.js", flag])).toThrow(`leave out ${flag.split("=")[0]}`);
  });

  it("accept only known scenarios", () => {
    expect(readOptions(["--scenarios", "C64,A64"]).scenarios).toEqual(["C64", "A64"]);
    expect(readOptions(["--scenarios", "none"]).scenarios).toEqual([]);
    expect(() => readOptions(["--scenarios", "A64,Z9"])).toThrow("no such scenario: Z9 (there are A64 ");
    expect(() => readOptions(["--scenarios", "none", "--beside", "x"])).toThrow("at least one scenario");
  });

  it.each(["0", "-1", "many"])("refuse %s as a number of samples", (text) => {
    expect(() => readOptions([`--want=${text}`])).toThrow(`--want ${text} is not a number above 0`);
  });

  it("name every flag in the help", () => {
    for (const flag of ["--beside FILE", "--entry FILE", "--json", "--samples FILE"])
      expect(HELP).toContain(flag);
  });
});
