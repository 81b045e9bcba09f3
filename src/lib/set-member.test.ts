import { describe, expect, it } from "vitest";
import { setMember } from "./set-member.ts";

describe("a member that is set", () => {
  it.each(["a", "__proto__", "constructor", "toString", "0", ""])(
    "is one that JSON.parse makes: %j",
    (name) => {
      const object = {};
      setMember(object, name, { b: 1 });
      const parsed: unknown = JSON.parse(`{${JSON.stringify(name)}:{"b":1}}`);
      expect(Object.getOwnPropertyDescriptors(object)).toEqual(Object.getOwnPropertyDescriptors(parsed));
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
      setMember(object, name, 2);
      expect(JSON.stringify(object)).toBe(`{${JSON.stringify(name)}:2}`);
    },
  );

  it("is an item of a list if its name is a number", () => {
    const list = [1];
    setMember(list, 1, 2);
    expect(list).toEqual([1, 2]);
  });
});
