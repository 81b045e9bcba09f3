import type { Config } from "../config/index.ts";

/** The keys of a daemon, as one of its threads knows them. */
export interface KeyDesk {
  /** Those of the configuration and those that were made at run time, by name. */
  all(): Config["keys"];
  /** Makes every thread read the keys of the store. When it settles this thread knows them, and the others are told. */
  changed(): Promise<void>;
}
