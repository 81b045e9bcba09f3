import type { OpenContext } from "../backend.ts";

/** What every host is told in its environment: the private home of the run, and the gateway. */
export function hostVariables({
  home,
  gateway,
}: Pick<OpenContext, "home" | "gateway">): Record<string, string> {
  return {
    ...(home === undefined ? {} : { ABP_AGENT_HOME: home }),
    ...(gateway === undefined ? {} : { ABP_GATEWAY_URL: gateway.url, ABP_GATEWAY_TOKEN: gateway.token }),
    ...(gateway?.engine === undefined ? {} : { ABP_GATEWAY_ENGINE: gateway.engine }),
    ...(gateway?.dialect === undefined ? {} : { ABP_GATEWAY_DIALECT: gateway.dialect }),
  };
}
