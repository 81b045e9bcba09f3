import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Config, ConfigSchema } from "../config/index.ts";
import { useMachine } from "./fixtures/console.ts";
import { findGateway } from "./gateway.ts";
import type { Terminal } from "./terminal/terminal.ts";

const machine = useMachine();
const state = () => join(machine.root, "home/state");
let url: string;
let status: number;
let close: () => void;

beforeEach(async () => {
  status = 200;
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/healthz" ? status : 404);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
  mkdirSync(state(), { recursive: true });
});
afterEach(() => close());

const find = (keys: object = {}) =>
  findGateway(
    {
      host: {
        env: machine.env,
        home: machine.root,
        random: (length: number) => new Uint8Array(length).fill(7),
      },
    } as unknown as Terminal,
    ConfigSchema.parse({ keys }) as Config,
  );
const announce = () => writeFileSync(join(state(), "daemon.json"), JSON.stringify({ pid: process.pid, url }));
const missing = { code: "daemon_not_running", where: "abp env" };
const digest = "0".repeat(64);

describe("the daemon that runs", () => {
  it("is the one of the notice, if it answers", async () => {
    await expect(find()).rejects.toMatchObject(missing);
    announce();
    expect((await find()).baseUrl).toBe(url);
    status = 503;
    await expect(find()).rejects.toMatchObject(missing);
    close();
    await expect(find()).rejects.toMatchObject(missing);
  });

  it("is called with the machine's own token if no keys are configured", async () => {
    announce();
    const { token } = await find();
    expect(token).toBe(readFileSync(join(state(), "token"), "utf8").trim());
    expect((await find()).token).toBe(token);
  });

  it("is called with the first key that has a token", async () => {
    announce();
    const keys = {
      digest: { token_sha256: digest },
      first: { token: "token-of-the-first-key-0123456789" },
      second: { token: "token-of-the-second-key-0123456789" },
    };
    expect((await find(keys)).token).toBe("token-of-the-first-key-0123456789");
    await expect(find({ digest: keys.digest })).rejects.toMatchObject({
      code: "config_invalid",
      where: "keys",
    });
  });
});
