import { describe, expect, it } from "vitest";
import { checkModelInPath } from "./model-in-path.ts";

describe("a model in a path", () => {
  it.each(["model", "hosted_model"])("has a name of at most 512 bytes in `%s`", (name) => {
    expect(() => checkModelInPath({ parameters: { [name]: "m".repeat(512) } })).not.toThrow();
    expect(() => checkModelInPath({ parameters: { [name]: "m".repeat(513) } })).toThrow(
      expect.objectContaining({ code: "contract_schema_violation", where: "model in the path" }),
    );
  });

  it("is not looked for in other parameters", () => {
    expect(() => checkModelInPath({ parameters: { id: "m".repeat(513) } })).not.toThrow();
  });
});
