import { isDeepStrictEqual } from "node:util";
import type { Config } from "../../config/index.ts";
import { settingError, settingIssuesOf, settingsError } from "../../contract/index.ts";
import type { KeyDesk } from "../../control/index.ts";
import type { Report } from "../../server/index.ts";
import type { AccessKeyStore, StoredAccessKey } from "../../storage/index.ts";
import { madeKeysOf } from "./made-keys.ts";

/** How soon a change that another process made is known. */
const READ_INTERVAL_MS = 500;

export interface DaemonKeysOptions {
  readonly store: Pick<AccessKeyStore, "list">;
  /** Those of the configuration. */
  readonly configured: Config["keys"];
  readonly report: Report;
}

/**
 * The keys of the configuration beside those that were made at run time. It belongs to the main thread. If the store cannot be read,
 * the keys stay as they were.
 */
export class DaemonKeys implements KeyDesk {
  readonly #store: Pick<AccessKeyStore, "list">;
  readonly #report: Report;
  #configured: Config["keys"];
  #made: Config["keys"];
  #taken: ReadonlySet<string>;
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isUnreadable = false;
  #apply: (keys: Config["keys"]) => void = () => undefined;

  private constructor({ store, configured, report }: DaemonKeysOptions, rows: readonly StoredAccessKey[]) {
    this.#store = store;
    this.#report = report;
    this.#taken = namesOf(rows);
    requireUnique(configured, this.#taken);
    this.#configured = configured;
    this.#made = this.#read(rows);
  }

  /** Reads the keys; throws `config_invalid` if a key of the configuration has the name of one that was made at run time. */
  static async load(options: DaemonKeysOptions): Promise<DaemonKeys> {
    return new DaemonKeys(options, await options.store.list());
  }

  /** Whether a key was made at run time and is not revoked. */
  get hasMade(): boolean {
    return Object.keys(this.#made).length > 0;
  }

  all(): Config["keys"] {
    return { ...this.#configured, ...this.#made };
  }

  /** Calls `apply` with all keys after each change, and reads the store again and again. */
  watch(apply: (keys: Config["keys"]) => void): void {
    this.#apply = apply;
    this.#timer = setInterval(() => void this.#readQuietly(), READ_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Replaces the keys of the configuration; throws as `load`, and then changes nothing. */
  replaceConfigured(keys: Config["keys"]): void {
    requireUnique(keys, this.#taken);
    const before = this.#configured;
    this.#configured = keys;
    try {
      this.#apply(this.all());
    } catch (error) {
      this.#configured = before;
      throw error;
    }
  }

  changed(): Promise<void> {
    // One after the other, so that an older answer of the store never replaces a newer one.
    const reading = this.#reading.then(() => this.#readAgain());
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #readQuietly(): Promise<void> {
    try {
      await this.changed();
      this.#isUnreadable = false;
    } catch (error) {
      if (!this.#isUnreadable) this.#report("The keys that were made at run time cannot be read.", error);
      this.#isUnreadable = true;
    }
  }

  async #readAgain(): Promise<void> {
    const rows = await this.#store.list();
    this.#taken = namesOf(rows);
    const made = this.#read(rows);
    if (isDeepStrictEqual(made, this.#made)) return;
    this.#made = made;
    this.#apply(this.all());
  }

  #read(rows: readonly StoredAccessKey[]): Config["keys"] {
    return madeKeysOf(rows, (name, error) =>
      this.#report(`The key ${JSON.stringify(name)} cannot be read and is refused.`, error),
    );
  }
}

function namesOf(rows: readonly StoredAccessKey[]): ReadonlySet<string> {
  return new Set(rows.map(({ name }) => name));
}

// The name of a key is its identity: records belong to it. Not even a revoked one gives its name away.
function requireUnique(configured: Config["keys"], taken: ReadonlySet<string>): void {
  const issues = Object.keys(configured)
    .filter((name) => taken.has(name))
    .flatMap((name) =>
      settingIssuesOf(
        settingError(["keys", name], "has the name of a key that was made at run time: choose another name"),
      ),
    );
  if (issues.length > 0) throw settingsError(issues);
}
