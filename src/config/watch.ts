import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { formatKeyPath, userHome } from "../contract/index.ts";
import { type LoadedConfig, loadConfig } from "./load.ts";
import type { LoadOptions } from "./load-options.ts";
import { resolvePaths } from "./paths.ts";
import { readUtf8 } from "./source-files.ts";
import { HeldProject, type UntrustedChange } from "./trust/held-project.ts";
import { realPathOf } from "./trust/project-file.ts";
import { openProjectTrust, type ProjectTrust } from "./trust/project-trust.ts";
import { TrustStore } from "./trust/trust-store.ts";

/** How often the files are checked. A revoked key has to be refused within a second. */
const CHECK_INTERVAL_MS = 400;

/** Receives changes of the configuration. */
export interface ConfigListener {
  /** The files changed, and this is the new configuration. */
  onChange(loaded: LoadedConfig): void;
  /** The files changed, and the new configuration is invalid. The previous one stays in force. */
  onError(error: unknown): void;
  /** The project's file changed and is not trusted. Its last trusted content stays in force. Called once for each content. */
  onUntrusted(change: UntrustedChange): void;
}

/**
 * Polls the files of a configuration, files with secrets included, and reports changes. Trusting the content of a project's
 * file is a change as well.
 *
 * @example
 * import { ConfigWatch } from "agent-backplane/config";
 * const watch = new ConfigWatch({}, loaded, {
 *   onChange: ({ config }) => console.log(config.log_level),
 *   onError: (error) => console.error(error),
 *   onUntrusted: (change) => console.warn(change),
 * });
 */
export class ConfigWatch {
  readonly #options: LoadOptions;
  readonly #listener: ConfigListener;
  readonly #project: HeldProject;
  readonly #timer: NodeJS.Timeout;
  /** Undefined until the first check. A file may have changed since the configuration in force was loaded. */
  #files: Map<string, string> | undefined;
  #inForce: LoadedConfig;
  #reported: string | undefined;

  /** `inForce` is the configuration that the caller has loaded with the same options. */
  constructor(
    options: LoadOptions,
    inForce: LoadedConfig,
    listener: ConfigListener,
    intervalMs = CHECK_INTERVAL_MS,
  ) {
    this.#options = options;
    this.#listener = listener;
    this.#inForce = inForce;
    this.#project = new HeldProject(this.#watchedTrust(), inForce.project);
    this.#timer = setInterval(() => this.#check(), intervalMs).unref();
  }

  /** Loads the files now, and reports the result even if nothing changed. Never rejects. */
  async reload(): Promise<void> {
    this.#report(true);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const isChanged =
      this.#files === undefined || [...this.#files].some(([file, before]) => fingerprintOf(file) !== before);
    if (isChanged) this.#report(false);
  }

  #report(isForced: boolean): void {
    try {
      this.#use(this.#load(), isForced);
    } catch (error) {
      this.#listener.onError(error);
      this.#refuseKeys();
    }
    // An ignored file changes nothing, whatever it contains.
    const change = this.#options.ignoreProjectConfig === true ? undefined : this.#project.change;
    if (change !== undefined && change.id !== this.#reported) this.#listener.onUntrusted(change);
    this.#reported = change?.id;
  }

  #use(loaded: LoadedConfig, isForced: boolean): void {
    const isOther = !isDeepStrictEqual(loaded.config, this.#inForce.config);
    if (isOther || isForced) this.#listener.onChange(loaded);
    this.#inForce = loaded;
  }

  // A key is refused at once, whatever else is wrong with the configuration.
  #refuseKeys(): void {
    try {
      this.#use(withoutKeys(this.#inForce, this.#project.refusedKeys), false);
    } catch (error) {
      this.#listener.onError(error);
    }
  }

  #load(): LoadedConfig {
    // A file that does not exist is watched as well, since it may be created.
    this.#files = new Map();
    const read = this.#options.readFile ?? readUtf8;
    const loaded = loadConfig({
      ...this.#options,
      projectTrust: this.#project,
      readFile: (path) => {
        this.#watch(path);
        return read(path);
      },
    });
    this.#project.hold(loaded.project);
    return withoutKeys(loaded, this.#project.refusedKeys);
  }

  #watchedTrust(): ProjectTrust {
    const { env = process.env, home = userHome(homedir) } = this.#options;
    const { state } = resolvePaths(env, home);
    const trust = this.#options.projectTrust ?? openProjectTrust(state);
    const store = new TrustStore(state);
    return {
      read: (file) => {
        this.#watch(file);
        this.#watch(store.entryFile(realPathOf(file)));
        return trust.read(file);
      },
      trusts: (file) => trust.trusts(file),
      trustsSecret: (project, file, text) => trust.trustsSecret(project, file, text),
    };
  }

  // Before the file is read: a change during the read is then found by the next check.
  #watch(path: string): void {
    this.#files?.set(path, fingerprintOf(path));
  }
}

/** Leaves out the caller keys whose token comes from the project's file. */
function withoutKeys(loaded: LoadedConfig, names: ReadonlySet<string>): LoadedConfig {
  if (names.size === 0) return loaded;
  const isProjects = (name: string) =>
    ["token", "token_sha256"].some((member) => {
      return loaded.origins.get(formatKeyPath(["keys", name, member]))?.layer === "project";
    });
  const kept = Object.entries(loaded.config.keys).filter(([name]) => !(names.has(name) && isProjects(name)));
  return { ...loaded, config: { ...loaded.config, keys: Object.fromEntries(kept) } };
}

// Editors replace files, so the fingerprint includes the inode. The time of the last change cannot be set back.
function fingerprintOf(file: string): string {
  try {
    const { ino, mtimeMs, ctimeMs, size } = statSync(file);
    return `${ino} ${mtimeMs} ${ctimeMs} ${size}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code); // Such as ENOENT. Loading the file reports what matters.
  }
}
