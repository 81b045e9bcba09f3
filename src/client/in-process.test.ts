import { describe, expect, test } from "vitest";
import { refuseOption } from "./in-process.ts";

describe("an option that would bypass the gateway", () => {
  test.each([undefined, null, false, "own"])("is accepted as %j", (value) => {
    expect(() => refuseOption("baseURL", value, "own")).not.toThrow();
  });

  test.each([true, "", 0, "https://elsewhere.example"])("is refused as %j, by its name", (value) => {
    expect(() => refuseOption("baseURL", value, "own")).toThrow(
      expect.objectContaining({
        code: "config_invalid",
        message: "`baseURL` cannot be set: calls go to the gateway and not to the network",
        advice: "Describe the endpoint as an engine in backplane.toml, and leave the option out.",
      }),
    );
  });
});
