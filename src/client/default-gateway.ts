import type { ClientGateway } from "./client-gateway.ts";
import { openOwnGateway } from "./own-gateway.ts";

/** Selects the configuration of a gateway. */
export interface GatewayChoice {
  /** The file to read instead of `backplane.toml` in the current directory. */
  readonly configFile?: string | undefined;
  /** Leaves `backplane.toml` of the current directory out. Without it, an untrusted file is a `config_untrusted` error. */
  readonly ignoreProjectConfig?: boolean | undefined;
}

export type GatewayOpener = (choice: GatewayChoice) => Promise<ClientGateway>;

interface Shared {
  readonly gateway: Promise<ClientGateway>;
  users: number;
}

let open: GatewayOpener = openOwnGateway;
const opened = new Map<string, Shared>();

/**
 * Replaces the function that opens gateways for clients without one; undefined restores the default.
 *
 * @internal Tests call it.
 */
export function setGatewayOpener(opener: GatewayOpener | undefined): void {
  open = opener ?? openOwnGateway;
}

/**
 * Opens the gateway of a configuration. Clients with the same configuration share one gateway, because they share its
 * store. The last client that closes it closes the gateway.
 */
export async function openDefaultGateway(choice: GatewayChoice): Promise<ClientGateway> {
  const key = JSON.stringify([choice.configFile, choice.ignoreProjectConfig === true]);
  const shared = opened.get(key) ?? begin(key, choice);
  shared.users += 1;
  const gateway = await shared.gateway;
  let isClosed = false;
  return {
    key: gateway.key,
    admit: (head) => gateway.admit(head),
    refuse: (head, error) => gateway.refuse(head, error),
    call: (admission, body, sink) => gateway.call(admission, body, sink),
    own: async (head) => gateway.own?.(head),
    receipt: (runId) => gateway.receipt(runId),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      if (opened.get(key) === shared) opened.delete(key);
      await gateway.close();
    },
  };
}

function begin(key: string, choice: GatewayChoice): Shared {
  const shared: Shared = { gateway: open(choice), users: 0 };
  opened.set(key, shared);
  // The next call tries again.
  shared.gateway.catch(() => opened.delete(key));
  return shared;
}
