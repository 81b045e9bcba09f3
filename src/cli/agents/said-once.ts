import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateDirectory } from "../../storage/index.ts";

/**
 * Shows a text once on this machine. A file in the state directory remembers the text, so a text that changed is shown again. If
 * the file cannot be written, the text is shown each time.
 */
export async function sayOnce(
  { stateDirectory, name }: { readonly stateDirectory: string; readonly name: string },
  text: string,
  say: (text: string) => void,
): Promise<void> {
  const directory = join(stateDirectory, "said");
  const path = join(directory, name);
  if ((await readText(path)) === text) return;
  say(text);
  try {
    await makePrivateDirectory(directory);
    await writeFile(path, text, { mode: 0o600 });
  } catch {
    // It is shown again the next time.
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return undefined; // Nothing was shown yet.
  }
}
