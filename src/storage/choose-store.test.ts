import { expect, it } from "vitest";
import { connectStore } from "./choose-store.ts";

it("refuses to connect to a store of a kind that is not known", () => {
  expect(() => connectStore({ kind: "stone" })).toThrow(new TypeError("no kind of store fits"));
});
