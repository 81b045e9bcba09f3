import { randomBytes } from "node:crypto";
import { loadConfig } from "../config/index.ts";
import { checkSettings, openGateway } from "../gateway/index.ts";
import { openStore } from "../storage/index.ts";
import type { ClientGateway } from "./client-gateway.ts";

/**
 * Opens a gateway in this process with the user's configuration: the same engines, routes and store as the daemon. Throws
 * `config_untrusted` for a project file that the user does not trust.
 */
export async function openOwnGateway({
  configFile,
  ignoreProjectConfig,
}: {
  readonly configFile?: string | undefined;
  readonly ignoreProjectConfig?: boolean | undefined;
}): Promise<ClientGateway> {
  const { config } = loadConfig({
    configFile,
    ignoreProjectConfig,
    check: (config) => checkSettings(config, { env: process.env }),
  });
  const { tenant } = config.receipts;
  const store = await openStore(config);
  const token = randomBytes(32).toString("base64url");
  const gateway = openGateway({ config, store, env: process.env, token });
  return {
    key: token,
    admit: gateway.admit,
    refuse: gateway.refuse,
    call: gateway.call,
    own: gateway.own,
    receipt: (runId) => gateway.receipt(tenant, runId),
    close: async () => {
      await gateway.close();
      await store.close();
    },
  };
}
