import { afterEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../contract/index.ts";
import type { ClientGateway } from "./client-gateway.ts";
import { type GatewayChoice, openDefaultGateway, setGatewayOpener } from "./default-gateway.ts";

afterEach(() => setGatewayOpener(undefined));

/** Opens gateways that tell their name, and lists what they are asked. */
function openers() {
  const asked: unknown[][] = [];
  const choices: GatewayChoice[] = [];
  setGatewayOpener(async (choice) => {
    choices.push(choice);
    const name = `gateway-${choices.length}`;
    const note =
      (method: string) =>
      (...parts: unknown[]) => {
        asked.push([name, method, ...parts]);
        return `${method} of ${name}` as never;
      };
    const methods = { admit: note("admit"), refuse: note("refuse"), call: note("call"), own: note("own") };
    return { key: name, ...methods, receipt: note("receipt"), close: note("close") };
  });
  return { asked, choices };
}

describe("the gateway of a configuration", () => {
  it("gets every call with its arguments, and gives its answers", async () => {
    const { asked } = openers();
    const gateway = await openDefaultGateway({ configFile: "/calls.toml" });
    const [head, error, admission, sink] = [{}, new AbpError("internal", "x"), {}, {}] as never[];
    const body = Buffer.from("x");
    expect([
      gateway.key,
      gateway.admit(head!),
      gateway.refuse(head!, error!),
      gateway.call(admission!, body, sink!),
      await gateway.own?.(head!),
      await gateway.receipt("run-1"),
      await gateway.close(),
    ]).toEqual([
      "gateway-1",
      "admit of gateway-1",
      "refuse of gateway-1",
      "call of gateway-1",
      "own of gateway-1",
      "receipt of gateway-1",
      undefined,
    ]);
    expect(asked).toEqual([
      ["gateway-1", "admit", head],
      ["gateway-1", "refuse", head, error],
      ["gateway-1", "call", admission, body, sink],
      ["gateway-1", "own", head],
      ["gateway-1", "receipt", "run-1"],
      ["gateway-1", "close"],
    ]);
  });

  it("has no routes of its own if the gateway has none", async () => {
    setGatewayOpener(async () => ({ close: async () => undefined }) as unknown as ClientGateway);
    const gateway = await openDefaultGateway({ configFile: "/plain.toml" });
    expect(await gateway.own?.({} as never)).toBeUndefined();
    await gateway.close();
  });

  it("is shared by those who choose the same, and closed with the last of them", async () => {
    const { asked, choices } = openers();
    const wanted: GatewayChoice[] = [
      { configFile: "/a.toml" },
      { configFile: "/a.toml", ignoreProjectConfig: false },
      { configFile: "/a.toml", ignoreProjectConfig: undefined },
      { configFile: "/a.toml", ignoreProjectConfig: true },
      { configFile: "/b.toml" },
      { ignoreProjectConfig: true },
    ];
    const opened = await Promise.all(wanted.map(openDefaultGateway));
    expect(opened.map(({ key }) => key)).toEqual([1, 1, 1, 2, 3, 4].map((at) => `gateway-${at}`));
    expect(choices).toEqual([wanted[0], wanted[3], wanted[4], wanted[5]]);
    for (const at of [0, 0, 0, 1, 3, 4, 5]) await opened[at]?.close();
    expect(asked).toEqual([2, 3, 4].map((at) => [`gateway-${at}`, "close"]));
    const late = await openDefaultGateway(wanted[1]!);
    await opened[2]?.close();
    expect([late.key, asked.length]).toEqual(["gateway-1", 3]);
    await late.close();
    expect(asked.at(-1)).toEqual(["gateway-1", "close"]);
    const again = await openDefaultGateway(wanted[0]!);
    expect(again.key).toBe("gateway-5");
    await again.close();
    expect(asked.at(-1)).toEqual(["gateway-5", "close"]);
  });

  it("is opened anew after it could not be opened", async () => {
    const gateway = { key: "second", close: async () => undefined } as unknown as ClientGateway;
    const opener = vi.fn(async () => gateway).mockRejectedValueOnce(new Error("busy"));
    setGatewayOpener(opener);
    const choice = { configFile: "/busy-once.toml" };
    const both = await Promise.allSettled([openDefaultGateway(choice), openDefaultGateway(choice)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(opener).toHaveBeenCalledTimes(1);
    const opened = await openDefaultGateway(choice);
    expect([opened.key, opener.mock.calls.length]).toEqual(["second", 2]);
    await opened.close();
  });
});
