import type { KeyPath } from "../schema/key-path.ts";

/** The layers of the configuration, the strongest first. */
export type LayerName = "flag" | "environment" | "project" | "user" | "default";

/** The place that a value was set at. */
export interface Place {
  /** For people: `backplane.toml:3:1`, `ABP_PORT`, `flags`, `default`. */
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
  /** Whether the value may be a secret, so that it is never shown. */
  readonly redacted: boolean;
}

/** One value that a layer sets; a list is one value. */
export interface Leaf {
  readonly path: KeyPath;
  readonly value: unknown;
  readonly origin: Origin;
}
