import { expect, it } from "vitest";
import { buildWorkOrder } from "./builder.ts";
import { executionMode } from "./execution-mode.ts";

const modeOf = (vendor: Record<string, unknown>) =>
  executionMode(buildWorkOrder("order-1", "x", { config: { vendor } }));

it.each<[Record<string, unknown>, string]>([
  [{}, "mapped"],
  [{ abp: { mode: "passthrough" } }, "passthrough"],
  [{ abp: { mode: "mapped" } }, "mapped"],
  [{ "abp.mode": "passthrough" }, "passthrough"],
  [{ abp: { mode: "mapped" }, "abp.mode": "passthrough" }, "mapped"],
  [{ abp: {}, "abp.mode": "passthrough" }, "passthrough"],
  [{ abp: null, "abp.mode": "passthrough" }, "passthrough"],
  [{ abp: "passthrough" }, "mapped"],
  [{ abp: Object.create({ mode: "passthrough" }) }, "mapped"],
])("the settings %j ask for the mode %s", (vendor, expected) => {
  expect(modeOf(vendor)).toBe(expected);
});

it.each(["fast", 1, {}])("the mode %j is refused", (mode) => {
  expect(() => modeOf({ abp: { mode } })).toThrow(
    expect.objectContaining({
      code: "validation_failed",
      message: `$.config.vendor.abp.mode is ${JSON.stringify(mode)}, expected "mapped" or "passthrough"`,
      where: "work order order-1",
    }),
  );
});
