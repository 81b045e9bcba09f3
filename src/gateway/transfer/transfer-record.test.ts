import { expect, it } from "vitest";
import { passedAdmission } from "../fixtures/transfer-plan.ts";
import { recordTransfer } from "./transfer-record.ts";

it("names the endpoint by its pattern and its group, and never an id", () => {
  const record = recordTransfer(passedAdmission({ method: "GET" }), true, []);
  expect(record).toEqual({ method: "GET", endpoint: "/v1/files/:id", group: "files", state: "complete" });
});

it("names a bounded number of replaced addresses, without their queries", () => {
  const splice = { where: "$.url", from: "https://v.example/a?token=1", to: "http://gw/a#x" };
  const record = recordTransfer(passedAdmission(), false, Array(200).fill(splice));
  expect(record.state).toBe("incomplete");
  expect(record.splices).toHaveLength(100);
  expect(record.splices?.[0]).toEqual({ where: "$.url", from: "https://v.example/a", to: "http://gw/a" });
});
