/** `backplane.toml`: its keys, its layers, and where each value in force comes from. */
export { type ConfigDifference, diffConfigs } from "./diff.ts";
export type {
  CallerKeyConfig,
  EngineConfig,
  GatewaySection,
  PriceConfig,
  RouteConfig,
} from "./gateway-schema.ts";
export type { ConfigIssue } from "./issue.ts";
export type { LayerName, Origin } from "./layer.ts";
export {
  type ConfigSource,
  type Loaded,
  type LoadedConfig,
  type LoadOptions,
  loadConfig,
} from "./load.ts";
export { type Environment, type Paths, resolvePaths } from "./paths.ts";
export type { ReadFile } from "./reading.ts";
export { renderConfigReference } from "./reference.ts";
export { type BackendConfig, type Config, ConfigSchema } from "./schema.ts";
export { listValues, redactConfig, renderConfigToml, type ShownValue } from "./show.ts";
export { type ConfigListener, ConfigWatch } from "./watch.ts";
