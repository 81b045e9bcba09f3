import { describe, expect, it } from "vitest";
import { HashList } from "./hash-list.ts";

const hashOf = (byte: number) => new Uint8Array(32).fill(byte);

describe("a list of hashes", () => {
  it("holds every hash in its order, while it grows", () => {
    const list = new HashList();
    for (let index = 0; index < 40; index += 1) {
      expect(list.length).toBe(index);
      list.push(hashOf(index));
    }
    expect(Array.from({ length: 40 }, (_, index) => list.at(index))).toEqual(
      Array.from({ length: 40 }, (_, index) => hashOf(index)),
    );
  });

  it("hands out copies", () => {
    const list = new HashList();
    list.push(hashOf(1));
    list.at(0).fill(9);
    expect(list.at(0)).toEqual(hashOf(1));
  });

  it.each([-1, 2, 3])("has no hash %d if it has two", (index) => {
    const list = new HashList();
    list.push(hashOf(1));
    list.push(hashOf(2));
    expect(() => list.at(index)).toThrow(new RangeError(`there is no hash ${index}`));
  });

  it.each([0, 31, 33])("takes no hash of %d bytes", (length) => {
    const list = new HashList();
    expect(() => list.push(new Uint8Array(length))).toThrow(
      new RangeError(`a hash has 32 bytes, not ${length}`),
    );
    expect(list.length).toBe(0);
  });
});
