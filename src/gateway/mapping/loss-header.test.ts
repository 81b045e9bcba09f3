import { describe, expect, it } from "vitest";
import type { LossEntry, LossReport } from "../../contract/index.ts";
import { addLossHeader, lossHeader } from "./loss-header.ts";

function headerOf(...entries: readonly LossEntry[]): string | undefined {
  return lossHeader({ from: "openai", to: "claude", direction: "request", entries: [...entries] });
}

const lost = (path: string): LossEntry => ({ path, disposition: "disclosed", reason: "r" });

describe("the header that names losses", () => {
  it("lists what was disclosed and what was emulated, and by which emulator", () => {
    expect(
      headerOf(lost("$.a"), { path: "$.b", disposition: "emulated", emulator: "stop", reason: "r" }),
    ).toBe("disclosed $.a, emulated $.b by stop");
  });

  it("names what the answer lost behind it, and what was asked of the answer and is not in it", () => {
    const report: LossReport = {
      from: "openai",
      to: "claude",
      direction: "request",
      entries: [lost("$.a")],
    };
    const reply = { from: "claude", to: "openai", direction: "response", entries: [lost("$.b")] } as const;
    const answer = { reports: [reply], warnings: ["no call, though one was required"] };
    expect(
      lossHeader({ ...report, entries: [lost("$.a")] }, undefined, {
        ...answer,
        reports: [{ ...reply, entries: [lost("$.b")] }],
      }),
    ).toBe("disclosed $.a, answer: no call? though one was required, answer disclosed $.b");
    expect(lossHeader(undefined, undefined, { reports: [], warnings: [] })).toBeUndefined();
  });

  it("is left out if nothing was lost", () => {
    const given = ["a", "1"];
    expect(addLossHeader(given, undefined)).toBe(given);
    expect(given).toEqual(["a", "1"]);
    expect(headerOf()).toBeUndefined();
    expect(
      headerOf(
        { path: "$.a", disposition: "mapped", reason: "r" },
        { path: "$.b", disposition: "refused", reason: "r" },
      ),
    ).toBeUndefined();
  });

  it("is added to the headers of an answer", () => {
    const report: LossReport = {
      from: "openai",
      to: "claude",
      direction: "request",
      entries: [lost("$.a")],
    };
    expect(addLossHeader(["a", "1"], report)).toEqual(["a", "1", "x-abp-loss", "disclosed $.a"]);
  });

  it("has no character that could end the header or a part of it", () => {
    expect(headerOf(lost("$.ä,b\r\nx: 1\u007f~!"))).toBe("disclosed $.??b??x: 1?~!");
  });

  it("is at most 2048 characters long, and then says that the receipt has more", () => {
    const part = (length: number) => lost("p".repeat(length - "disclosed ".length));
    const exact = headerOf(part(1022), part(1022));
    expect(exact).toHaveLength(2046);
    expect(exact).not.toContain("receipt");
    expect(headerOf(part(1022), part(1023), part(20))).toBe(
      `disclosed ${"p".repeat(1012)}, more in the receipt`,
    );
    expect(headerOf(part(3000))).toBe("more in the receipt");
  });
});
