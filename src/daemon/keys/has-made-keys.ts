import type { Config } from "../../config/index.ts";
import { inspectStore, openStore } from "../../storage/index.ts";

/** Whether the store of a configuration holds a key that was made at run time and is not revoked. It changes nothing. */
export async function hasMadeKeys(config: Config): Promise<boolean> {
  if (!(await inspectStore(config).exists())) return false;
  const store = await openStore(config, { mode: "read" });
  try {
    return (await store.accessKeys.list()).some(({ revokedAt }) => revokedAt === undefined);
  } finally {
    await store.close();
  }
}
