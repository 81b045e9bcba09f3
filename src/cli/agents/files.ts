import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { AgentFile } from "./agent-tool.ts";

/** Writes the files of a program, readable by their owner only. */
export async function writeAgentFiles(files: readonly AgentFile[]): Promise<void> {
  for (const { path, content } of files) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600 });
  }
}
