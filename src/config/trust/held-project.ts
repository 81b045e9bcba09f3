import { listChangedKeys, listRevokedKeys, parseRaw } from "./file-keys.ts";
import { listKeysWithSecret } from "./named-files.ts";
import { type ProjectFile, ProjectFileError } from "./project-file.ts";
import type { ProjectTrust } from "./project-trust.ts";

/** A project file that changed under a running daemon and is not trusted. The last trusted content stays in force. */
export interface UntrustedChange {
  /** The absolute path. */
  readonly file: string;
  /** Identifies the content, or the reason why there is none. It changes with the content. */
  readonly id: string;
  /** Why the file cannot be read, so that trusting it is not possible. */
  readonly problem?: string;
  /** The names of the keys that it would change. */
  readonly keys: readonly string[];
}

/**
 * The trust of a running daemon. An untrusted content is replaced with the last trusted one. Only a removed or changed entry
 * of `[keys]` takes effect at once, as a refusal of that key, which lasts until a trusted content is loaded.
 */
export class HeldProject implements ProjectTrust {
  readonly #trust: ProjectTrust;
  #held: ProjectFile | undefined;
  #change: UntrustedChange | undefined;
  readonly #refused = new Set<string>();

  constructor(trust: ProjectTrust, held: ProjectFile | undefined) {
    this.#trust = trust;
    this.#held = held;
  }

  /** The untrusted change that the last read found. */
  get change(): UntrustedChange | undefined {
    return this.#change;
  }

  /** The names of the caller keys that the file no longer has as they were trusted. */
  get refusedKeys(): ReadonlySet<string> {
    return this.#refused;
  }

  read(file: string): ProjectFile | undefined {
    this.#change = undefined;
    let found: ProjectFile | undefined;
    try {
      found = this.#trust.read(file);
    } catch (error) {
      if (!(error instanceof ProjectFileError)) throw error;
      this.#change = { file, id: error.message, problem: error.message, keys: [] };
      return this.#held;
    }
    if (found === undefined || this.#trust.trusts(found)) return found;
    const before = this.#held === undefined ? {} : (parseRaw(this.#held.bytes) ?? {});
    const after = parseRaw(found.bytes);
    // A file that is not TOML may be half written. It revokes nothing.
    const revoked = after === undefined ? [] : listRevokedKeys(before, after);
    for (const name of revoked) this.#refused.add(name);
    const keys = after === undefined ? [] : listChangedKeys(before, after);
    this.#change = { file: found.path, id: found.sha256, keys };
    return this.#held;
  }

  /** Whatever `read` gives is trusted. */
  trusts(): boolean {
    return true;
  }

  /** A caller key whose secret is not as it was trusted is refused as well. */
  trustsSecret(project: ProjectFile, file: string, text: string): boolean {
    if (this.#trust.trustsSecret(project, file, text)) return true;
    for (const name of listKeysWithSecret(project, file)) this.#refused.add(name);
    return false;
  }

  /** Keeps the content of a successful load from now on. */
  hold(project: ProjectFile | undefined): void {
    this.#held = project;
    if (this.#change === undefined) this.#refused.clear();
  }
}
