/** `backplane.toml`: its keys, its layers, and where each value in force comes from. */
import "../lib/index.ts";

export { type ConfigDifference, diffConfigs } from "./display/diff.ts";
export { renderConfigReference } from "./display/reference.ts";
export { listValues, redactConfig, renderConfigToml, type ShownValue } from "./display/show.ts";
export { type ConfigIssue, configIssuesOf } from "./issue.ts";
export type { LayerName, Origin } from "./layers/layer.ts";
export type { ReadFile } from "./layers/read-context.ts";
export { type Loaded, type LoadedConfig, loadConfig } from "./load.ts";
export type { ConfigSource, LoadOptions } from "./load-options.ts";
export { type Environment, type Paths, resolvePaths } from "./paths.ts";
export { type Config, ConfigSchema } from "./schema/config-schema.ts";
export { configuredEmulators } from "./schema/emulation-schema.ts";
export {
  CallerKeyConfig,
  type EngineConfig,
  type GatewaySection,
  type PriceConfig,
  type RouteConfig,
} from "./schema/gateway-schema.ts";
export type { BackendConfig } from "./schema/run-schema.ts";
export type { FileKey } from "./trust/file-keys.ts";
export type { UntrustedChange } from "./trust/held-project.ts";
export { printable } from "./trust/printable.ts";
export {
  PROJECT_FILE_NAME,
  type ProjectFile,
  ProjectFileError,
  readProjectFile,
  realPathOf,
} from "./trust/project-file.ts";
export {
  contentToTrust,
  describeSkipped,
  type SkippedFile,
  summariseKeys,
  type TrustableContent,
  trustCommand,
} from "./trust/skipped-file.ts";
export { type TrustEntry, TrustStore } from "./trust/trust-store.ts";
export { type ConfigListener, ConfigWatch } from "./watch.ts";
