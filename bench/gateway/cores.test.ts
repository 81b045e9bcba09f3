import { describe, expect, it } from "vitest";
import { chooseCores } from "./cores.ts";

describe("chooseCores", () => {
  it("gives the load generator a core of its own", () => {
    expect(chooseCores(1, 2)).toEqual({ gateway: "0", load: "1", isShared: false });
    expect(chooseCores(2, 4)).toEqual({ gateway: "0-1", load: "2", isShared: false });
  });

  it("shares the last core when the gateway needs all of them", () => {
    expect(chooseCores(2, 2)).toEqual({ gateway: "0-1", load: "1", isShared: true });
    expect(chooseCores(8, 2)).toEqual({ gateway: "0-1", load: "1", isShared: true });
    expect(chooseCores(1, 1)).toEqual({ gateway: "0", load: "0", isShared: true });
  });
});
