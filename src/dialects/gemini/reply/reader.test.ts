import { expect, it } from "vitest";
import { Cursor } from "../../members/cursor.ts";
import { takeCreated } from "./reader.ts";

const created = (createTime: unknown) => takeCreated(new Cursor({ createTime }, "$"));

it("the time of a response is read in whole seconds, and only from a text that is a time", () => {
  expect(created("1970-01-01T00:00:05Z")).toBe(5);
  expect(created("1970-01-01T00:00:05.900Z")).toBe(5);
  expect(created(2020)).toBeUndefined();
  expect(created("soon")).toBeUndefined();
});
