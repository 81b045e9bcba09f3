import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashLeaf, MerkleFrontier, MerkleTree, REPORTED_HEIGHT } from "./index.ts";

const leaf = (index: number) => hashLeaf(Buffer.from(`leaf ${index}`));
const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");

describe("the frontier of a Merkle tree", () => {
  it("has the root of the whole tree at every size, also when it is stored and read back in between", () => {
    const tree = new MerkleTree();
    let frontier = new MerkleFrontier();
    expect(hex(frontier.root())).toBe(hex(tree.root()));
    for (let index = 0; index < 600; index += 1) {
      tree.appendHash(leaf(index));
      frontier.append(leaf(index));
      if (index % 7 === 0) frontier = new MerkleFrontier(frontier.size, frontier.encode());
      expect([index, hex(frontier.root())]).toEqual([index, hex(tree.root())]);
    }
  });

  it("grows with the logarithm of the size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), (size) => {
        const frontier = new MerkleFrontier();
        for (let index = 0; index < size; index += 1) frontier.append(leaf(index));
        expect(frontier.encode().length / 32).toBe(size.toString(2).replaceAll("0", "").length);
      }),
      { numRuns: 20 },
    );
  });

  it("reports each subtree of 256 leaves when its last leaf comes, and no other", () => {
    const width = 2 ** REPORTED_HEIGHT;
    const frontier = new MerkleFrontier();
    for (let index = 0; index < 3 * width + 5; index += 1) {
      const reported = frontier.append(leaf(index));
      if ((index + 1) % width !== 0) expect(reported).toBeUndefined();
      else {
        const subtree = new MerkleTree();
        for (let at = index + 1 - width; at <= index; at += 1) subtree.appendHash(leaf(at));
        expect(hex(reported as Uint8Array)).toBe(hex(subtree.root()));
      }
    }
  });

  it("refuses bytes that do not fit the size", () => {
    expect(() => new MerkleFrontier(3, new Uint8Array(32))).toThrow(RangeError);
    expect(() => new MerkleFrontier(0, new Uint8Array(32))).toThrow(RangeError);
    expect(() => new MerkleFrontier().append(new Uint8Array(31))).toThrow(RangeError);
  });
});
