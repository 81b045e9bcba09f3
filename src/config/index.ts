/** `backplane.toml`: its keys, its layers, and where each value in force comes from. */
export { type ConfigDifference, diffConfigs } from "./display/diff.ts";
export { renderConfigReference } from "./display/reference.ts";
export { listValues, redactConfig, renderConfigToml, type ShownValue } from "./display/show.ts";
export type { ConfigIssue } from "./issue.ts";
export type { LayerName, Origin } from "./layers/layer.ts";
export type { ReadFile } from "./layers/read-context.ts";
export {
  type ConfigSource,
  type Loaded,
  type LoadedConfig,
  type LoadOptions,
  loadConfig,
} from "./load.ts";
export { type Environment, type Paths, resolvePaths } from "./paths.ts";
export { type BackendConfig, type Config, ConfigSchema } from "./schema/config-schema.ts";
export type {
  CallerKeyConfig,
  EngineConfig,
  GatewaySection,
  PriceConfig,
  RouteConfig,
} from "./schema/gateway-schema.ts";
export { type ConfigListener, ConfigWatch } from "./watch.ts";
