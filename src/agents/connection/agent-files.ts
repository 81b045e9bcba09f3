import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makePrivateDirectory, useDirectory } from "../../storage/index.ts";
import type { AgentFile } from "./agent-connection.ts";

/** Writes the files of a program, readable by their owner only. */
export async function writeAgentFiles(files: readonly AgentFile[]): Promise<void> {
  for (const { path, content } of files) {
    const directory = dirname(path);
    await useDirectory(directory, "ABP_HOME", async () => {
      await makePrivateDirectory(directory);
      await writeFile(path, content, { mode: 0o600 });
    });
  }
}
