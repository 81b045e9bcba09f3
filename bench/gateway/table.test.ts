import { describe, expect, it } from "vitest";
import { writeMarkdown, writeNumber, writeText } from "./table.ts";

const table = {
  title: "Memory",
  head: ["target", "RSS MiB"],
  rows: [
    ["abp", "125"],
    ["floor", "–"],
  ],
};

describe("writeText", () => {
  it("aligns words to the left and figures to the right", () => {
    expect(writeText(table)).toBe(
      ["Memory", "target  RSS MiB", "abp         125", "floor         –"].join("\n"),
    );
  });

  it("writes the head of a table without rows", () => {
    expect(writeText({ ...table, rows: [] })).toBe("Memory\ntarget  RSS MiB");
  });
});

describe("writeMarkdown", () => {
  it("aligns only the columns of figures to the right", () => {
    expect(writeMarkdown(table)).toBe(
      ["### Memory", "", "| target | RSS MiB |", "| --- | ---: |", "| abp | 125 |", "| floor | – |"].join(
        "\n",
      ),
    );
  });
});

describe("writeNumber", () => {
  it("rounds to the decimals", () => {
    expect(writeNumber(1.0449, 2)).toBe("1.04");
  });

  it("writes a dash for a figure that was not measured", () => {
    expect(writeNumber(Number.NaN, 2)).toBe("–");
    expect(writeNumber(Number.NEGATIVE_INFINITY, 0)).toBe("–");
  });
});
