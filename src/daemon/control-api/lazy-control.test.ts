import { expect, it } from "vitest";
import type { ControlFacts, ControlServer } from "../../server/index.ts";
import { lazyControl } from "./lazy-control.ts";

const facts = {} as ControlFacts;
const request = new Request("http://localhost/abp/v1/health");

function fake() {
  const seen: string[] = [];
  const control: ControlServer = {
    fetch: async () => new Response("served"),
    upgrade: async () => void seen.push("upgrade"),
    sockets: { size: 3, drain: () => seen.push("drain sockets"), abandon: () => seen.push("abandon") },
    drain: () => seen.push("drain"),
  };
  return { seen, control };
}

it("is opened once, by the first request", async () => {
  const { control } = fake();
  let opened = 0;
  const lazy = lazyControl(async () => {
    opened += 1;
    return control;
  });
  lazy.sockets.drain();
  expect([opened, lazy.sockets.size]).toEqual([0, 0]);
  const answers = await Promise.all([lazy.fetch(request, facts), lazy.fetch(request, facts)]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(["served", "served"]);
  expect([opened, lazy.sockets.size]).toEqual([1, 3]);
});

it("is tried again after it could not be opened", async () => {
  const { control } = fake();
  let fails = true;
  const lazy = lazyControl(async () => {
    if (fails) throw new Error("no");
    return control;
  });
  await expect(lazy.fetch(request, facts)).rejects.toThrow("no");
  fails = false;
  expect((await lazy.fetch(request, facts)).status).toBe(200);
});

it("drains what was opened, and what is opened later", async () => {
  const { control, seen } = fake();
  const lazy = lazyControl(async () => control);
  lazy.drain();
  await lazy.fetch(request, facts);
  lazy.drain();
  lazy.sockets.drain();
  lazy.sockets.abandon();
  expect(seen).toEqual(["drain", "drain", "drain sockets", "abandon"]);
});
