import type { KeyPath } from "../schema/key-path.ts";

/** The layers of the configuration, strongest first. */
export type LayerName = "flag" | "environment" | "project" | "user" | "default";

/** Where a value was set. */
export interface Place {
  /** As messages show it: `backplane.toml:3:1`, `ABP_PORT`, `flags`, `default`. */
  readonly where: string;
  /** The file, as an absolute path. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The environment variable. */
  readonly variable?: string;
}

/** Where a value in force comes from. */
export interface Origin extends Place {
  readonly layer: LayerName;
  /** Whether the value may be a secret. Such a value is never printed. */
  readonly redacted: boolean;
}

/** One value that a layer sets. A list is one value. */
export interface Leaf {
  readonly path: KeyPath;
  readonly value: unknown;
  readonly origin: Origin;
}
