import { EDITING_TOOLS, READING_TOOLS } from "../tools/tool-kinds.ts";

/** How a session decides on tools. `ask` asks the editor; the others decide without it if they can. */
export const acpModes = [
  { id: "ask", name: "Ask", description: "Ask before each tool that does more than read" },
  { id: "accept-edits", name: "Accept edits", description: "Change files without asking, ask for all else" },
  { id: "read-only", name: "Read only", description: "Deny every tool that does more than read" },
  { id: "auto", name: "Auto", description: "Use every tool without asking" },
] as const;

export type AcpMode = (typeof acpModes)[number]["id"];

export function findMode(id: unknown): AcpMode | undefined {
  return acpModes.find((mode) => mode.id === id)?.id;
}

/** What a mode says about a tool. */
export function judgeTool(mode: AcpMode, tool: string): "allow" | "deny" | "ask" {
  if (mode === "auto" || READING_TOOLS.includes(tool)) return "allow";
  if (mode === "read-only") return "deny";
  return mode === "accept-edits" && EDITING_TOOLS.includes(tool) ? "allow" : "ask";
}
