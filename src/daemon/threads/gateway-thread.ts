/** The module that each serving thread runs: a gateway and a server of its own, on the store of the process. */
import { randomBytes } from "node:crypto";
import type { Config } from "../../config/index.ts";
import { openGateway } from "../../gateway/index.ts";
import { connectStore, type StoreShare } from "../../storage/index.ts";
import { startServer } from "../http/server.ts";
import { runThread } from "./serving-thread.ts";

/** What a serving thread is given. */
export interface GatewayThreadData {
  readonly config: Config;
  readonly store: StoreShare;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly token: string | undefined;
  readonly port: number;
}

await runThread(async (data) => {
  const { config, store: share, env, token, port } = data as GatewayThreadData;
  const store = connectStore(share);
  const gateway = openGateway({ config, store, env, token });
  const server = await startServer({
    gateway: gateway,
    address: config.bind_address,
    port,
    limits: config.gateway,
    reusePort: true,
    random: randomBytes,
    now: Date.now,
  });
  return {
    port: server.port,
    replaceKeys: (keys) => gateway.replaceKeys(keys),
    stop: async () => {
      await server.stop();
      await gateway.close();
      await store.close();
    },
  };
});
