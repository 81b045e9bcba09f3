import { expect, it } from "vitest";
import { buildWorkOrder, type WorkOrderOptions } from "../../contract/index.ts";
import { impliedRequirements } from "./implied-requirements.ts";

const needs = (options: WorkOrderOptions) =>
  impliedRequirements(buildWorkOrder("o-1", "task", options)).map(
    ({ capability, need, floor, by }) => `${capability} ${need} ${floor} ${by.kind}:${by.id}`,
  );

it("an order needs what its content asks for, and nothing else", () => {
  expect(needs({})).toEqual([]);
  expect(needs({ resume: { run_id: "r", session: "s" } })).toEqual([
    "session_resume required emulated work_order:o-1",
  ]);
  expect(needs({ resume: { run_id: "r", session: "s", fork: true } })).toEqual([
    "session_fork required emulated work_order:o-1",
  ]);
  const context = { images: [{ media_type: "image/png", data: "" }] };
  expect(needs({ outputSchema: {}, mcpServers: { a: { command: "x" } }, context })).toEqual([
    "structured_output_json_schema required emulated work_order:o-1",
    "mcp_client required emulated work_order:o-1",
    "image_input required emulated work_order:o-1",
  ]);
  expect(needs({ mcpServers: {}, context: { images: [] } })).toEqual([]);
});
