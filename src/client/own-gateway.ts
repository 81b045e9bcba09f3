import { randomBytes } from "node:crypto";
import { loadConfig } from "../config/index.ts";
import { openGateway } from "../gateway/index.ts";
import { openStore } from "../storage/index.ts";
import type { ClientGateway } from "./client-gateway.ts";

/** Opens a gateway in this process with the user's configuration: the same engines, routes and store as the daemon. */
export async function openOwnGateway({
  configFile,
}: {
  readonly configFile?: string | undefined;
}): Promise<ClientGateway> {
  const { config } = loadConfig({ configFile });
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
