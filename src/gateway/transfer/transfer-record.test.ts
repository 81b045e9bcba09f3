import { expect, it } from "vitest";
import { fakeEngine } from "../fixtures/engines.ts";
import { passedAdmission } from "../fixtures/transfer-plan.ts";
import { beginTransfer, recordTransfer } from "./transfer-record.ts";

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

it("names no replaced addresses if there are none, and up to a hundred", () => {
  expect(recordTransfer(passedAdmission(), true, [])).not.toHaveProperty("splices");
  const splice = { where: "$.url", from: "https://v.example/a#b?c\nd", to: "http://gw/a" };
  expect(recordTransfer(passedAdmission(), true, Array(100).fill(splice)).splices).toHaveLength(100);
  expect(recordTransfer(passedAdmission(), true, [splice]).splices?.[0]?.from).toBe("https://v.example/a");
});

it("has no group if the endpoint does not pass through", () => {
  const { recognised, ...rest } = passedAdmission();
  const { passed: _, ...endpoint } = recognised.endpoint;
  const record = recordTransfer({ ...rest, recognised: { ...recognised, endpoint } }, true, []);
  expect(record.group).toBe("none");
});

it("begins under the run that it belongs to, or as one of its own", () => {
  const run = "00000000-0000-7000-8000-000000000001";
  const parent = "00000000-0000-7000-8000-000000000002";
  const startedAt = new Date(0);
  const begin = (parentRun: string | undefined, model: string | undefined) => {
    const { recognised, ...rest } = passedAdmission();
    const call = { runId: run, startedAt, engine: fakeEngine("e", "openai"), model };
    return beginTransfer({ ...rest, recognised: { ...recognised, parentRun } }, call);
  };
  expect(begin(parent, "m")).toEqual({
    runId: run,
    workOrderId: parent,
    startedAt,
    backendId: "e",
    mode: "passthrough",
    facts: { dialect: "openai", engine: "e", caller: "dev", model: "m", endpoint: "POST /v1/files/:id" },
  });
  expect(begin("no run", undefined)).toMatchObject({ workOrderId: run, facts: { model: "" } });
  expect(begin(undefined, undefined).workOrderId).toBe(run);
});
