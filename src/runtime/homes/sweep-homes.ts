import { join } from "node:path";
import { abandonedStages } from "../../workspace/index.ts";
import { readKeptSession } from "./kept-session.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long homes are kept. */
export interface HomeRetention {
  readonly days: number;
  readonly now: Date;
}

/**
 * Removes the homes whose run was killed before it named a session, and those that were kept for longer than `days`. A home whose
 * runtime is alive stays. Returns the paths that could not be removed.
 */
export async function sweepHomes(
  homesDir: string,
  { days, now }: HomeRetention,
  // A home has the same owner file as a stage.
  abandonedHomes = abandonedStages,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const home of await abandonedHomes(homesDir)) {
    const kept = await readKeptSession(join(homesDir, home.runId));
    const isFresh = kept !== undefined && now.getTime() - kept.keptAt.getTime() <= days * DAY_MS;
    if (!isFresh) left.push(...(await home.remove()));
  }
  return left;
}
