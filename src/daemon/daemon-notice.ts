import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { useDirectory, writeDurableFile } from "../storage/index.ts";

/** Tells other commands where the daemon of a state directory listens. */
export interface DaemonNotice {
  readonly url: string;
  readonly pid: number;
}

const NOTICE_FILE = "daemon.json";

/**
 * Reads the notice; undefined when there is none. The daemon may be gone if it was killed. Throws `directory_unusable` if the
 * directory cannot hold one.
 */
export async function readNotice(stateDirectory: string): Promise<DaemonNotice | undefined> {
  const text = await useDirectory(stateDirectory, "ABP_HOME", () =>
    readIfThere(join(stateDirectory, NOTICE_FILE)),
  );
  try {
    return text === undefined ? undefined : (JSON.parse(text) as DaemonNotice);
  } catch {
    // An earlier version did not write it at once, and its daemon was killed meanwhile.
    return undefined;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes the notice, readable only for its owner. Readers find the old one or the new one, and never a part. */
export async function writeNotice(stateDirectory: string, notice: DaemonNotice): Promise<void> {
  await writeDurableFile(join(stateDirectory, NOTICE_FILE), JSON.stringify(notice), 0o600);
}

/** Removes the notice of this process; that of a daemon on another port stays. */
export async function removeNotice(stateDirectory: string): Promise<void> {
  const notice = await readNotice(stateDirectory);
  if (notice !== undefined && notice.pid !== process.pid) return;
  await rm(join(stateDirectory, NOTICE_FILE), { force: true });
}
