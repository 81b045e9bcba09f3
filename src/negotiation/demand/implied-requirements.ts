import type { Capability, WorkOrder } from "../../contract/index.ts";
import type { Requirement } from "./requirement.ts";

/** The members of a work order that need a capability of its backend. */
export type ImplyingOrder = Pick<WorkOrder, "id" | "resume" | "output_schema" | "mcp_servers"> & {
  readonly context?: WorkOrder["context"];
};

/**
 * The capabilities that the content of an order needs, whether the order names them or not. Without them a backend would leave out a
 * part of the order in silence.
 */
export function impliedRequirements(order: ImplyingOrder): readonly Requirement[] {
  const { id, resume, output_schema, mcp_servers, context } = order;
  const needed: Capability[] = [];
  if (resume !== undefined) needed.push(resume.fork === true ? "session_fork" : "session_resume");
  if (output_schema !== undefined) needed.push("structured_output_json_schema");
  if (Object.keys(mcp_servers ?? {}).length > 0) needed.push("mcp_client");
  if ((context?.images ?? []).length > 0) needed.push("image_input");
  return needed.map((capability) => ({
    capability,
    need: "required",
    floor: "emulated",
    by: { kind: "work_order", id },
  }));
}
