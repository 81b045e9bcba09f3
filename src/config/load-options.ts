import type { LayerName } from "./layers/layer.ts";
import type { ReadFile } from "./layers/read-context.ts";
import type { Environment } from "./paths.ts";
import type { Config } from "./schema/config-schema.ts";
import type { ProjectTrust } from "./trust/project-trust.ts";
import type { SkippedFile } from "./trust/skipped-file.ts";

/** The sources of the configuration. The defaults are those of this process. */
export interface LoadOptions {
  /** The directory that contains the project's `backplane.toml`. Parent directories are not searched. */
  readonly cwd?: string;
  readonly env?: Environment;
  /** The values of command line flags, nested as in the file. Undefined members count as not set. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** The file to read instead of the project's `backplane.toml`. It must exist. Naming a file trusts it. */
  readonly configFile?: string | undefined;
  /** Leaves the `backplane.toml` of the current directory out, whether it is trusted or not. */
  readonly ignoreProjectConfig?: boolean | undefined;
  /** Whether an untrusted project file is an error (`refuse`, the default), or is only reported. It is never applied. */
  readonly untrusted?: "refuse" | "report";
  /**
   * Throws the problems of a valid configuration that the schema cannot find, such as names of engines that do not exist. The
   * loader reports them with their places, together with its own.
   */
  readonly check?: (config: Config) => void;
  readonly home?: string;
  readonly readFile?: ReadFile;
  /** Reads and judges the project's file. By default, the trust of the user. */
  readonly projectTrust?: ProjectTrust;
}

/** A configuration file that the loader looked for. */
export interface ConfigSource {
  readonly layer: LayerName;
  readonly file: string;
  readonly found: boolean;
  /** Set if the file was found and is not applied. */
  readonly skipped?: SkippedFile;
}
