import type { Server } from "node:net";
import { describe, expect, it, vi } from "vitest";
import type { EgressProxy } from "../proxy/egress-proxy.ts";
import { proxyEnvironment, sandboxListeners } from "./network-inside.ts";

const server = {} as Server;

/** The addresses that listen inside, and what is done with each. */
function listening(network: "proxy" | "none", gateway?: { host: string; port: number }) {
  return sandboxListeners(network, gateway).map(({ address, use }) => {
    const proxy = { serve: vi.fn(), forward: vi.fn() };
    use(proxy as unknown as EgressProxy, server);
    const [forwarded] = proxy.forward.mock.calls;
    expect(proxy.serve.mock.calls).toEqual(forwarded === undefined ? [[server]] : []);
    return [`${address.host}:${address.port}`, ...(forwarded ?? [])];
  });
}

describe("the network inside a sandbox", () => {
  it("has no listener if there is no network", () => {
    expect(listening("none", { host: "127.0.0.1", port: 8088 })).toEqual([]);
  });

  it.each([
    [undefined, [["127.0.0.1:3128"]]],
    [{ host: "127.0.0.1", port: 1023 }, [["127.0.0.1:3128"]]],
    [
      { host: "localhost", port: 1024 },
      [["127.0.0.1:3128"], ["127.0.0.1:1024", server, { host: "localhost", port: 1024 }]],
    ],
    [{ host: "::1", port: 8088 }, [["127.0.0.1:3128"], ["::1:8088", server, { host: "::1", port: 8088 }]]],
    [
      { host: "127.0.0.1", port: 3128 },
      [["127.0.0.1:3129"], ["127.0.0.1:3128", server, { host: "127.0.0.1", port: 3128 }]],
    ],
  ])("has the proxy, and the gateway %j on its own port", (gateway, listeners) => {
    expect(listening("proxy", gateway)).toEqual(listeners);
  });

  it.each([
    [undefined, 3128],
    [{ host: "127.0.0.1", port: 3128 }, 3129],
    [{ host: "127.0.0.1", port: 3129 }, 3128],
  ])("with the gateway %j names the proxy on port %d in every variable", (gateway, port) => {
    const url = `http://127.0.0.1:${port}`;
    const local = "localhost,127.0.0.1,::1";
    expect(proxyEnvironment(gateway)).toEqual({
      HTTP_PROXY: url,
      http_proxy: url,
      HTTPS_PROXY: url,
      https_proxy: url,
      ALL_PROXY: url,
      all_proxy: url,
      NO_PROXY: local,
      no_proxy: local,
      NODE_USE_ENV_PROXY: "1",
    });
  });
});
