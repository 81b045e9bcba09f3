/** Engines: the vendors' endpoints, and how they are called. */
export type { Resolve } from "./address/address-guard.ts";
export type {
  Engine,
  EngineHealth,
  Upload,
  UpstreamCall,
  UpstreamHandler,
  UpstreamRequest,
} from "./engine.ts";
export type { EngineSettings } from "./engine-settings.ts";
export type { EngineSocket, SocketHandler, SocketRequest } from "./engine-socket.ts";
export { type Fallback, type FallbackSetting, readFallbacks } from "./fallback.ts";
export type { RetryNotice } from "./http/call-context.ts";
export { nodeHttp } from "./node-http.ts";
export { type EngineDependencies, type Engines, openEngines } from "./open-engines.ts";
export { openSearch } from "./search/open-search.ts";
export type {
  FoundPage,
  SearchAbilities,
  SearchAnswer,
  SearchProvider,
  SearchQuery,
} from "./search/search-provider.ts";
export type { SearchSettings } from "./search/search-settings.ts";
