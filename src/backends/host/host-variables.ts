import type { OpenContext } from "../backend.ts";

/** The environment of every host: the private home of the run, the gateway, and whether the agent's process may stay. */
export function hostVariables({
  home,
  gateway,
  keepsAgent,
}: Pick<OpenContext, "home" | "gateway" | "keepsAgent">): Record<string, string> {
  return {
    ...(keepsAgent === true ? { ABP_AGENT_KEEP: "1" } : {}),
    ...(home === undefined ? {} : { ABP_AGENT_HOME: home }),
    ...(gateway === undefined ? {} : { ABP_GATEWAY_URL: gateway.url, ABP_GATEWAY_TOKEN: gateway.token }),
    ...(gateway?.engine === undefined ? {} : { ABP_GATEWAY_ENGINE: gateway.engine }),
    ...(gateway?.dialect === undefined ? {} : { ABP_GATEWAY_DIALECT: gateway.dialect }),
  };
}
