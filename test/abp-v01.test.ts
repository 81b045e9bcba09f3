import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { buildReceipt, buildWorkOrder, type DocumentKind, parseDocument } from "../src/contract/index.ts";
import { sharedExists, sharedJson } from "./shared.ts";

interface Snapshot {
  readonly source: string;
  readonly value: unknown;
}

const kinds: [DocumentKind, string, number][] = [
  ["envelope", "snapshots-envelope.json", 149],
  ["event", "snapshots-event.json", 168],
  ["receipt", "snapshots-receipt.json", 90],
  ["work_order", "snapshots-work_order.json", 70],
  ["policy_profile", "snapshots-policy.json", 36],
];

/** The snapshots of one kind; values that their makers blanked out because they vary are given one again. */
function snapshots(file: string): Snapshot[] {
  const blanks: Record<string, unknown> = {
    "[uuid]": "01890a5d-ac96-774b-bcce-b302099a8057",
    "[ts]": "2025-01-01T00:00:00Z",
    "[timestamp]": "2025-01-01T00:00:00Z",
    "[duration]": 0,
  };
  const fill = (value: unknown): unknown => {
    if (typeof value === "string") return blanks[value.toLowerCase()] ?? value;
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member)]));
  };
  const all = sharedJson<Snapshot[]>("vectors/abp-v0.1/golden", file);
  return all.map(({ source, value }) => ({ source, value: fill(value) }));
}

/** Error codes stand in capitals in a few of them, and a hello without a mode has it as null. */
function asWritten(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member) => {
      if (key === "error_code" && typeof member === "string") return member.toLowerCase();
      return key === "mode" && member === null ? "mapped" : member;
    }),
  );
}

/** abp/v0.1's own schemas, as compiled by a validator that knows nothing of ours. */
function validator(name: string) {
  const ajv = new (Ajv as unknown as typeof Ajv.default)({ strict: false, allErrors: true });
  (addFormats as unknown as typeof addFormats.default)(ajv);
  for (const format of ["uint64", "uint32", "int32", "double"]) ajv.addFormat(format, true);
  return ajv.compile(sharedJson<object>("vectors/abp-v0.1/schemas", name));
}

describe.skipIf(!sharedExists)("documents of abp/v0.1", () => {
  it.each(kinds)("parse: every %s of the snapshots", (kind, file, count) => {
    expect(snapshots(file)).toHaveLength(count);
    for (const { source, value } of snapshots(file)) {
      expect(() => parseDocument(kind, value, source)).not.toThrow();
    }
  });

  it("keep every member and value when they are parsed and written again", () => {
    for (const [kind, file] of kinds) {
      for (const { value } of snapshots(file)) {
        expect(JSON.parse(JSON.stringify(parseDocument(kind, value)))).toMatchObject(
          asWritten(value) as object,
        );
      }
    }
  });

  it("are what we write: work orders and receipts validate against its schemas, snapshots as we re-write them included", () => {
    const workOrder = validator("work_order.schema.json");
    const receipt = validator("receipt.schema.json");
    const written: [typeof workOrder, unknown][] = [
      [workOrder, fullWorkOrder()],
      [receipt, fullReceipt()],
      ...snapshots("snapshots-work_order.json").map(({ value }): [typeof workOrder, unknown] => [
        workOrder,
        parseDocument("work_order", value),
      ]),
      ...snapshots("snapshots-receipt.json").map(({ value }): [typeof workOrder, unknown] => [
        receipt,
        parseDocument("receipt", value),
      ]),
    ];
    for (const [validate, value] of written) {
      validate(JSON.parse(JSON.stringify(value)));
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it("would not validate if we wrote an unknown capability, so the check can fail", () => {
    const workOrder = validator("work_order.schema.json");
    const order = fullWorkOrder();
    (order.requirements.required[0] as { capability: string }).capability = "telepathy";
    expect(workOrder(order)).toBe(false);
  });
});

const id = "01890a5d-ac96-774b-bcce-b302099a8057";

function fullWorkOrder() {
  return buildWorkOrder(id, "Refactor the parser", {
    lane: "workspace_first",
    workspace: { root: "/w", include: ["src/**"], exclude: ["dist/**"] },
    context: { files: ["README.md"], snippets: [{ name: "hint", content: "be brief" }] },
    policy: { disallowed_tools: ["Bash"], deny_read: ["**/.env"] },
    requirements: [{ capability: "tool_read", min_support: "emulated" }],
    config: { model: "m", max_budget_usd: 1.5, max_turns: 3, vendor: { abp: { mode: "mapped" } } },
    compatibility: "strict",
    timeoutMs: 1000,
  });
}

function fullReceipt() {
  const startedAt = new Date("2026-01-01T00:00:00Z");
  return buildReceipt(
    {
      runId: id,
      workOrderId: id,
      startedAt,
      finishedAt: new Date(startedAt.getTime() + 1500),
      backend: { id: "mock", backend_version: "0.1" },
      outcome: "failed",
      capabilities: { streaming: "native", tool_bash: { restricted: { reason: "sandbox only" } } },
      usage: { input_tokens: 3, estimated_cost_usd: 0.25 },
      trace: [
        {
          ts: "2026-01-01T00:00:00Z",
          type: "tool_call",
          tool_name: "read",
          tool_use_id: "t1",
          parent_tool_use_id: null,
          input: {},
        },
        { ts: "2026-01-01T00:00:01Z", type: "error", message: "x", error_code: "backend_crashed" },
      ],
      artifacts: [{ kind: "patch", path: "a.patch" }],
    },
    { termination: { reason: "cancelled" }, decision_id: "d1", cost: { usd: 0.25, estimated: true } },
  );
}
