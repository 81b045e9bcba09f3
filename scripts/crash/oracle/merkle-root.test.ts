import { describe, expect, it } from "vitest";
import { computeRoot, readCheckpoint } from "./merkle-root.ts";

describe("the root of a log", () => {
  // The test vectors of RFC 6962 in the reference implementation of Certificate Transparency.
  const inputs = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ];
  const rootOf = (count: number) =>
    computeRoot(inputs.slice(0, count).map((hex) => Buffer.from(hex, "hex"))).toString("hex");

  it("is that of the published vectors", () => {
    expect(rootOf(0)).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(rootOf(1)).toBe("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
    expect(rootOf(2)).toBe("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125");
    expect(rootOf(3)).toBe("aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77");
    expect(rootOf(8)).toBe("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
  });
});

describe("a checkpoint", () => {
  it("states the log, its size and its root", () => {
    expect(readCheckpoint("o.example/a\n12\nq83v\n\n— o.example/a sig\n")).toEqual({
      origin: "o.example/a",
      size: 12,
      root: "q83v",
    });
  });
});
