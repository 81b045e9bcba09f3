import { expect, it } from "vitest";
import { readVariables } from "./sidecar-entry.ts";

it("reads variables up to the first equals sign; one without it is empty", () => {
  expect(readVariables(["A=b=c", "EMPTY=", "NAMED", "=x"])).toEqual({
    A: "b=c",
    EMPTY: "",
    NAMED: "",
    "": "x",
  });
});
