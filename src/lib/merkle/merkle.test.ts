import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MerkleTree, verifyConsistency, verifyInclusion } from "./index.ts";

// The recursive definitions of RFC 9162 §2.1.1, §2.1.3.1 and §2.1.4.1, written out without the module under test.
const sha = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const leafOf = (data: Uint8Array) => sha(Uint8Array.of(0), data);
function split(count: number): number {
  let size = 1;
  while (size * 2 < count) size *= 2;
  return size;
}
function naiveRoot(leaves: Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha();
  if (leaves.length === 1) return leafOf(leaves[0]!);
  const k = split(leaves.length);
  return sha(Uint8Array.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}
function naivePath(index: number, leaves: Uint8Array[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return index < k
    ? [...naivePath(index, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(index - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}
function naiveSubproof(first: number, leaves: Uint8Array[], whole: boolean): Buffer[] {
  if (first === leaves.length) return whole ? [] : [naiveRoot(leaves)];
  const k = split(leaves.length);
  return first <= k
    ? [...naiveSubproof(first, leaves.slice(0, k), whole), naiveRoot(leaves.slice(k))]
    : [...naiveSubproof(first - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

const data = (count: number) => Array.from({ length: count }, (_, index) => Buffer.from(`leaf ${index}`));
const hex = (hashes: Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString("hex"));
function treeOf(leaves: Uint8Array[]): MerkleTree {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.append(leaf);
  return tree;
}
const claimOf = (tree: MerkleTree, index: number, size: number) => ({
  leafHash: tree.leafHash(index),
  index,
  size,
  root: tree.root(size),
});
const headOf = (tree: MerkleTree, size: number) => ({ size, root: tree.root(size) });

describe("a Merkle tree", () => {
  it("has the roots of the public Certificate Transparency vectors", () => {
    // The eight leaves and roots of the reference implementation's tests (certificate-transparency, merkle_tree_test).
    const leaves = [
      "",
      "00",
      "10",
      "2021",
      "3031",
      "40414243",
      "5051525354555657",
      "606162636465666768696a6b6c6d6e6f",
    ];
    const roots = [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    const tree = treeOf(leaves.map((leaf) => Buffer.from(leaf, "hex")));
    expect(roots.map((_, index) => hex([tree.root(index + 1)])[0])).toEqual(roots);
    expect(hex([tree.root(0)])).toEqual([createHash("sha256").digest("hex")]);
  });

  it("agrees with the recursive definition on every root and inclusion proof up to 130 leaves", () => {
    const leaves = data(130);
    const tree = treeOf(leaves);
    for (let size = 0; size <= leaves.length; size += 1) {
      const part = leaves.slice(0, size);
      expect(hex([tree.root(size)])).toEqual(hex([naiveRoot(part)]));
      for (let index = 0; index < size; index += size > 40 ? 7 : 1) {
        const path = tree.inclusionProof(index, size);
        expect(hex(path)).toEqual(hex(naivePath(index, part)));
        expect(verifyInclusion(claimOf(tree, index, size), path)).toBe(true);
      }
    }
  });

  it("agrees with the recursive definition on consistency proofs, and verifies them all", () => {
    const leaves = data(130);
    const tree = treeOf(leaves);
    for (let second = 1; second <= leaves.length; second += 1) {
      for (let first = 1; first <= second; first += second > 40 ? 5 : 1) {
        const path = tree.consistencyProof(first, second);
        expect(hex(path)).toEqual(hex(naiveSubproof(first, leaves.slice(0, second), true)));
        const claim = { first: headOf(tree, first), second: headOf(tree, second) };
        expect(verifyConsistency(claim, path)).toBe(true);
      }
    }
  });

  it("verifies proofs of large trees of random size", () => {
    const tree = treeOf(data(5000));
    const sizes = fc
      .integer({ min: 131, max: 5000 })
      .chain((size) => fc.record({ size: fc.constant(size), index: fc.integer({ min: 0, max: size - 1 }) }));
    fc.assert(
      fc.property(sizes, ({ size, index }) => {
        expect(verifyInclusion(claimOf(tree, index, size), tree.inclusionProof(index, size))).toBe(true);
        const claim = { first: headOf(tree, index), second: headOf(tree, size) };
        expect(verifyConsistency(claim, tree.consistencyProof(index, size))).toBe(true);
      }),
    );
  });

  it("refuses a proof with another leaf, index, size, root, length or order", () => {
    const tree = treeOf(data(77));
    const other = treeOf(data(78).slice(1));
    for (let index = 0; index < 77; index += 1) {
      const claim = claimOf(tree, index, 77);
      const path = tree.inclusionProof(index, 77);
      const bad: [typeof claim, Uint8Array[]][] = [
        [{ ...claim, leafHash: other.leafHash(index) }, path],
        [{ ...claim, index: index + 1 }, path],
        [{ ...claim, index: -1 }, path],
        [{ ...claim, size: 200 }, path],
        [{ ...claim, size: index }, path],
        [{ ...claim, root: other.root() }, path],
        [claim, path.slice(1)],
        [claim, [...path, tree.root()]],
        [claim, path.toReversed()],
        [claim, path.map((hash) => hash.slice(1))],
      ];
      for (const [wrong, proof] of bad) expect(verifyInclusion(wrong, proof)).toBe(false);
    }
  });

  it("refuses a consistency proof between histories that differ", () => {
    const tree = treeOf(data(64));
    const rewritten = treeOf([Buffer.from("other"), ...data(64).slice(1)]);
    for (let first = 1; first < 64; first += 1) {
      const path = rewritten.consistencyProof(first, 64);
      const mixed = { first: headOf(tree, first), second: headOf(rewritten, 64) };
      expect(verifyConsistency(mixed, path)).toBe(false);
      const honest = { first: headOf(tree, first), second: headOf(tree, 64) };
      expect(verifyConsistency(honest, tree.consistencyProof(first, 64).slice(1))).toBe(false);
      expect(verifyConsistency(honest, [])).toBe(false);
      expect(verifyConsistency(honest, [...tree.consistencyProof(first, 64), tree.root()])).toBe(false);
    }
    const same = { first: headOf(tree, 64), second: headOf(rewritten, 64) };
    expect(verifyConsistency(same, [])).toBe(false);
    expect(verifyConsistency({ first: headOf(tree, 3), second: headOf(tree, 2) }, [])).toBe(false);
  });

  it.each([-1, -2, 0.5, 1.5, 2.5, 3.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses a proof for the size or index %d, whatever its hashes are",
    (wrong) => {
      const tree = treeOf(data(4));
      for (const first of [0, 1, 2, 3]) {
        for (const second of [1, 2, 3, 4].filter((size) => size >= first)) {
          const path = first === 0 ? [] : tree.consistencyProof(first, second);
          const older = { size: first, root: tree.root(first) };
          const newer = { size: second, root: tree.root(second) };
          const bad = [
            { first: older, second: { ...newer, size: wrong } },
            { first: { ...older, size: wrong }, second: newer },
            { first: { ...older, size: wrong }, second: { ...newer, size: wrong } },
          ];
          for (const claim of bad) expect(verifyConsistency(claim, path)).toBe(false);
          if (second === first) continue;
          const claim = claimOf(tree, first, second);
          const proof = tree.inclusionProof(first, second);
          expect(verifyInclusion({ ...claim, size: wrong }, proof)).toBe(false);
          expect(verifyInclusion({ ...claim, index: wrong }, proof)).toBe(false);
          expect(verifyInclusion({ ...claim, index: wrong, size: wrong }, proof)).toBe(false);
        }
      }
    },
  );

  it("refuses a proof for a tree that shrinks, though its hashes fit", () => {
    const tree = treeOf(data(2));
    const path = [tree.root(1), tree.leafHash(1)];
    const claim = { first: { size: 3, root: tree.root(1) }, second: headOf(tree, 2) };
    expect(verifyConsistency(claim, path)).toBe(false);
  });

  it("refuses hashes of another length, and a proof that shrinks a tree", () => {
    const tree = treeOf(data(4));
    const claim = { first: headOf(tree, 3), second: headOf(tree, 4) };
    const path = tree.consistencyProof(3, 4);
    expect(verifyConsistency(claim, path)).toBe(true);
    for (const place of path.keys()) {
      const short = path.with(place, path[place]!.slice(1));
      expect(verifyConsistency(claim, short)).toBe(false);
    }
    expect(verifyConsistency({ first: claim.second, second: claim.first }, path)).toBe(false);
    const empty = { size: 0, root: tree.root(0) };
    expect(verifyConsistency({ first: empty, second: claim.second }, [])).toBe(true);
    expect(verifyConsistency({ first: empty, second: claim.second }, path)).toBe(false);
    expect(verifyConsistency({ first: empty, second: empty }, [])).toBe(true);
    expect(verifyConsistency({ first: empty, second: empty }, path)).toBe(false);
  });

  it("refuses to prove what it does not hold", () => {
    const tree = treeOf(data(3));
    expect(() => tree.inclusionProof(3)).toThrow(RangeError);
    expect(() => tree.inclusionProof(0, 4)).toThrow(RangeError);
    expect(() => tree.consistencyProof(4)).toThrow(RangeError);
    expect(() => tree.root(4)).toThrow(RangeError);
    for (const wrong of [-1, 0.5, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => tree.root(wrong)).toThrow(RangeError);
      expect(() => tree.inclusionProof(wrong)).toThrow(RangeError);
      expect(() => tree.inclusionProof(0, wrong)).toThrow(RangeError);
      expect(() => tree.consistencyProof(wrong)).toThrow(RangeError);
      expect(() => tree.consistencyProof(0, wrong)).toThrow(RangeError);
    }
    expect(() => tree.appendHash(new Uint8Array(31))).toThrow(RangeError);
  });
});
