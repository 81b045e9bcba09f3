import type { PresetName } from "../models/presets/index.ts";
import type { FallbackSetting } from "./fallback.ts";

/** The table `[engines.<name>]` of the configuration. */
export interface EngineSettings {
  readonly preset?: PresetName | undefined;
  readonly dialect?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  readonly credential_command?: readonly string[] | undefined;
  readonly credential_file?: string | undefined;
  readonly credential?: "key" | "caller" | "none" | undefined;
  readonly models: readonly string[];
  readonly default_model?: string | undefined;
  readonly prompt_cache?: "auto" | "off" | undefined;
  readonly fallback: readonly FallbackSetting[];
  readonly headers: readonly string[];
  readonly allow_private: boolean;
  readonly recordings?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly call_tools?: boolean | undefined;
  readonly max_connections: number;
  readonly retries: number;
  readonly connect_timeout_ms: number;
  readonly first_byte_timeout_secs: number;
  readonly idle_timeout_secs: number;
  readonly total_timeout_secs: number;
}
