import { expect, it } from "vitest";
import { fakeContext } from "../../test/server/fake-context.ts";
import { logFailures } from "./failure-report.ts";

it("a failure is reported and logged as an error", () => {
  const { log, logged } = fakeContext();
  const reports: unknown[] = [];
  const error = new Error("disk full");
  logFailures(log, (...report) => reports.push(report))("a receipt failed", error);
  expect(logged).toEqual([{ level: "error", message: "a receipt failed", fields: { error } }]);
  expect(reports).toEqual([["a receipt failed", error]]);
});

it("a failure is reported without a log", () => {
  const reports: unknown[] = [];
  logFailures(undefined, (message) => reports.push(message))("a receipt failed", new Error("x"));
  expect(reports).toEqual(["a receipt failed"]);
});
