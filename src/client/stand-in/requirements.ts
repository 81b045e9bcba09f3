import type { Capability, CapabilityRequirement } from "../../contract/index.ts";
import type { RunRequest } from "./run-starter.ts";

/** What a backend must be able to do for a turn, so that one that cannot is refused before anything starts. */
export function requirementsOf(request: RunRequest): readonly CapabilityRequirement[] {
  const needed: Capability[] = [];
  if (request.resume !== undefined) needed.push(request.resume.fork ? "session_fork" : "session_resume");
  if (request.outputSchema !== undefined) needed.push("structured_output_json_schema");
  if (Object.keys(request.mcpServers ?? {}).length > 0) needed.push("mcp_client");
  if ((request.images ?? []).length > 0) needed.push("image_input");
  return needed.map((capability) => ({ capability, min_support: "emulated" }));
}
