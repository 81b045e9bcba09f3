import { AbpError, type Tool } from "../../../contract/index.ts";
import type { Dialect } from "../../dialect.ts";
import type { Origins } from "../../origins.ts";

/**
 * Throws `mapping_ambiguous` if two tools have the same name at the target: a call of that name could mean either of
 * them. Names are compared exactly, because every vendor distinguishes case. `own` are the tools as the caller named
 * them, and `written` the same tools, in the same order, as the target sees them.
 */
export function refuseCollidingTools(
  own: readonly Tool[],
  written: readonly Tool[],
  target: Dialect,
  origins: Origins,
): void {
  if (written.length < 2) return;
  const seen = new Map<string, number>();
  for (const [index, tool] of written.entries()) {
    // A tool that another vendor runs does not reach the target.
    if (tool.kind === "server" && tool.dialect !== target.id) continue;
    // The name of an MCP server is no name that the model calls.
    if (tool.kind === "server" && tool.hosted?.kind === "mcp") continue;
    const earlier = seen.get(tool.name);
    if (earlier === undefined) {
      seen.set(tool.name, index);
      continue;
    }
    const name = JSON.stringify(tool.name);
    const reason = `two tools have the name ${name} at the target`;
    const path = origins.of(own[index]!) ?? "$.tools";
    throw new AbpError("mapping_ambiguous", `${reason}, so a call of it could mean either of them`, {
      where: path,
      details: {
        reason,
        possible_interpretations: [earlier, index].map((place) => describe(own[place]!, origins)),
        refused: [{ path, disposition: "refused", reason }],
      },
      advice: "Rename one of the two tools.",
    });
  }
}

function describe(tool: Tool, origins: Origins): string {
  const place = origins.of(tool);
  const namespace =
    tool.kind === "server" || tool.namespace === undefined
      ? ""
      : ` of the namespace ${JSON.stringify(tool.namespace)}`;
  return `${place ?? "added by an emulation"}: the ${tool.kind} tool ${JSON.stringify(tool.name)}${namespace}`;
}
