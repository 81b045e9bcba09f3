import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const rowsOf = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ {2,}/));

let close: () => void;
let port: number;
beforeEach(async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/good/v1/models" ? 200 : 401, { "content-type": "application/json" });
    response.end('{"object":"list","data":[],"error":{"message":"wrong key","type":"t"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
  close = () => server.close();
});
afterEach(() => close());

const engine = (name: string, more: string) =>
  `[engines.${name}]\npreset = "compatible"\ncredential = "none"\nbase_url = "http://127.0.0.1:${port}/${name}/v1"\n${more}`;

describe("abp engines", () => {
  it("lists the engines with their models, and asks none of them", async () => {
    const models = 'models = ["a", "b-*"]\ndefault_model = "a"\nfallback = ["bad"]\n';
    await machine.configure(engine("good", models) + engine("bad", ""));
    const { exit, out } = await machine.run(["engines"]);
    const at = (name: string) => `http://127.0.0.1:${port}/${name}/v1`;
    const rows = rowsOf(out);
    expect([exit, rows[0]]).toEqual([0, ["engine", "dialect", "place", "models"]]);
    expect(rows).toContainEqual(["good", "openai", expect.stringContaining(at("good")), "a b-*"]);
    expect(rows).toContainEqual(["bad", "openai", expect.stringContaining(at("bad")), "any"]);
    const listed = JSON.parse((await machine.run(["engines", "--json"])).out) as { name: string }[];
    expect(listed.find(({ name }) => name === "good")).toEqual({
      ...{
        name: "good",
        dialect: "openai",
        provider: expect.any(String),
        place: expect.stringContaining(at("good")),
      },
      ...{ models: ["a", "b-*"], default_model: "a", fallback: ["bad"] },
    });
    expect(listed.find(({ name }) => name === "bad")).toEqual({
      ...{
        name: "bad",
        dialect: "openai",
        provider: expect.any(String),
        place: expect.stringContaining(at("bad")),
      },
      ...{ models: [], fallback: [] },
    });
  });

  it("says with --check which of them answer", async () => {
    await machine.configure(engine("good", ""));
    const fine = await machine.run(["engines", "--check"]);
    expect([fine.exit, rowsOf(fine.out)[0]]).toEqual([0, ["engine", "dialect", "place", "models", "state"]]);
    expect(rowsOf(fine.out).find(([name]) => name === "good")?.[4]).toMatch(/^answers in \d+ ms$/);
    await machine.configure(engine("good", "") + engine("bad", ""));
    const { exit, out } = await machine.run(["engines", "--check"]);
    const state = rowsOf(out).find(([name]) => name === "bad")?.[4];
    expect([exit, state]).toEqual([6, expect.stringMatching(/^backend_\w+: .*401/)]);
    const listed = JSON.parse((await machine.run(["engines", "--check", "--json"])).out) as {
      name: string;
    }[];
    expect(listed.find(({ name }) => name === "good")).toMatchObject({
      ok: true,
      latency_ms: expect.any(Number),
    });
    expect(listed.find(({ name }) => name === "bad")).toMatchObject({
      ...{ ok: false, error: expect.stringContaining("401"), code: expect.stringMatching(/^backend_/) },
    });
  });
});
