import { expect, it } from "vitest";
import { TextTail } from "./text-tail.ts";

it("keeps the last characters of a text", () => {
  const tail = new TextTail(5);
  expect(tail.text).toBe("");
  tail.add("abc");
  expect(tail.text).toBe("abc");
  tail.add("defg");
  expect(tail.text).toBe("cdefg");
});
