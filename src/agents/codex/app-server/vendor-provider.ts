import type { Environment } from "../../../config/index.ts";

const VENDOR_URL = "https://api.openai.com/v1";

/** The variables that may hold the key of an account at the vendor. */
export const vendorKeys = ["CODEX_API_KEY", "OPENAI_API_KEY"] as const;

/**
 * Arguments for a run without the gateway: calls go to the vendor with the key of the environment, because the app server reads
 * none by itself. Empty if there is no key.
 */
export function vendorArguments(env: Environment): readonly string[] {
  const key = vendorKeys.find((name) => isSet(env[name]));
  if (key === undefined) return [];
  const baseUrl = isSet(env["OPENAI_BASE_URL"]) ? env["OPENAI_BASE_URL"] : VENDOR_URL;
  const provider = { name: "OpenAI", base_url: baseUrl, wire_api: "responses", env_key: key };
  const settings = [
    ["model_provider", "environment"],
    ...Object.entries(provider).map(([name, value]) => [`model_providers.environment.${name}`, value]),
  ];
  return settings.flatMap(([name, value]) => ["-c", `${name}=${JSON.stringify(value)}`]);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
