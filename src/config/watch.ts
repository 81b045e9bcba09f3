import { statSync } from "node:fs";
import { type LoadedConfig, type LoadOptions, loadConfig, readUtf8 } from "./load.ts";

/** How often the files are checked. A revoked key has to be refused within a second. */
const CHECK_INTERVAL_MS = 400;

/** Receives changes of the configuration. */
export interface ConfigListener {
  /** The files changed, and this is the new configuration. */
  onChange(loaded: LoadedConfig): void;
  /** The files changed, and the new configuration is invalid. The previous one stays in force. */
  onError(error: unknown): void;
}

/** Polls the files of a configuration, files with secrets included, and reports changes. */
export class ConfigWatch {
  readonly #options: LoadOptions;
  readonly #listener: ConfigListener;
  readonly #timer: NodeJS.Timeout;
  #files = new Map<string, string>();

  constructor(options: LoadOptions, listener: ConfigListener, intervalMs = CHECK_INTERVAL_MS) {
    this.#options = options;
    this.#listener = listener;
    try {
      this.#load();
    } catch {
      // The caller has loaded this configuration itself and seen the error. Only changes are reported here.
    }
    this.#timer = setInterval(() => this.#check(), intervalMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    let isChanged = false;
    for (const [file, before] of this.#files) if (fingerprintOf(file) !== before) isChanged = true;
    if (!isChanged) return;
    try {
      this.#listener.onChange(this.#load());
    } catch (error) {
      this.#listener.onError(error);
    }
  }

  #load(): LoadedConfig {
    // A file that does not exist is watched as well, since it may be created.
    const files = new Map<string, string>();
    const read = this.#options.readFile ?? readUtf8;
    try {
      return loadConfig({
        ...this.#options,
        readFile: (path) => {
          files.set(path, fingerprintOf(path));
          return read(path);
        },
      });
    } finally {
      this.#files = files;
    }
  }
}

// Editors replace files, so the fingerprint includes the inode as well as the time.
function fingerprintOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}
