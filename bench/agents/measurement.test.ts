import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { CpuMeter } from "./cpu-meter.ts";
import { cpuPerEventUs, middle } from "./measurement.ts";

const one = { firstMs: 1, wallMs: 10, cpuMs: 100, events: 5 };

describe("measurements of an agent", () => {
  it("are put together by the median of each member", () => {
    const others = [
      { firstMs: 3, wallMs: 5, cpuMs: 300, events: 5 },
      { firstMs: 2, wallMs: 7, cpuMs: 200, events: 7 },
    ];
    expect(middle([one, ...others])).toEqual({ firstMs: 2, wallMs: 7, cpuMs: 200, events: 5 });
  });

  it("give the time of an event by what a longer answer takes more", () => {
    expect(cpuPerEventUs(one, { ...one, cpuMs: 120, events: 105 })).toBe(200);
  });
});

describe.runIf(process.platform === "linux")("the meter of processor time", () => {
  it("counts descendants, also if nobody waits for them", async () => {
    const meter = new CpuMeter();
    const busy = "const end = process.cpuUsage().user + 4e5; while (process.cpuUsage().user < end);";
    const script = `"${process.execPath}" -e '${busy}' & sleep 0.1; wait`;
    await promisify(execFile)("sh", ["-c", script]);
    expect(meter.stop()).toBeGreaterThan(200);
  });
});
