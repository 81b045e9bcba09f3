import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, readAgentLine } from "../../host/agent-line.ts";
import { sumModels, type Totals } from "./usage.ts";

/**
 * What a conversation had used before this run. Claude Code keeps the figures of the last conversation in its state file, and
 * goes on counting from them when it resumes that one. All figures are 0 if it keeps none.
 */
export async function earlierUsage(configDirectory: string, session: string | undefined): Promise<Totals> {
  const text = session === undefined ? undefined : await readState(configDirectory);
  const state = text === undefined ? undefined : readAgentLine(text);
  const projects = isJsonObject(state?.["projects"]) ? Object.values(state["projects"]) : [];
  const project = projects.filter(isJsonObject).find(({ lastSessionId }) => lastSessionId === session);
  return sumModels(project?.["lastModelUsage"]);
}

async function readState(configDirectory: string): Promise<string | undefined> {
  try {
    return await readFile(join(configDirectory, ".claude.json"), "utf8");
  } catch {
    // A home without a state file holds no figures.
    return undefined;
  }
}
