import { statSync } from "node:fs";
import { type LoadedConfig, type LoadOptions, loadConfig, readUtf8 } from "./load.ts";

/** How often the files are looked at: a key that is taken away is refused within a second. */
const INTERVAL_MS = 400;

/** Who is told of changes. */
export interface ConfigListener {
  /** The configuration as it is now. */
  onChange(loaded: LoadedConfig): void;
  /** It changed and cannot be read; what was in force before stays so. */
  onError(error: unknown): void;
}

/** Looks after the files that a configuration was read from, secrets in files of their own included. */
export class ConfigWatch {
  readonly #options: LoadOptions;
  readonly #listener: ConfigListener;
  readonly #timer: NodeJS.Timeout;
  #files = new Map<string, string>();

  constructor(options: LoadOptions, listener: ConfigListener, intervalMs = INTERVAL_MS) {
    this.#options = options;
    this.#listener = listener;
    try {
      this.#load();
    } catch {
      // Whoever starts with this configuration has read it and been told; only changes are ours to tell.
    }
    this.#timer = setInterval(() => this.#look(), intervalMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    let isChanged = false;
    for (const [file, before] of this.#files) if (printOf(file) !== before) isChanged = true;
    if (!isChanged) return;
    try {
      this.#listener.onChange(this.#load());
    } catch (error) {
      this.#listener.onError(error);
    }
  }

  #load(): LoadedConfig {
    // A file that cannot be read is looked after as well: it may come.
    const files = new Map<string, string>();
    const read = this.#options.readFile ?? readUtf8;
    try {
      return loadConfig({
        ...this.#options,
        readFile: (path) => {
          files.set(path, printOf(path));
          return read(path);
        },
      });
    } finally {
      this.#files = files;
    }
  }
}

// Editors replace files, so the number of the file counts as well as its time.
function printOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}
