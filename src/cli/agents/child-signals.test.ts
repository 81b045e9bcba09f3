import type * as childProcess from "node:child_process";
import { EventEmitter } from "node:events";
import { expect, it, onTestFinished, vi } from "vitest";
import { runChild } from "./child.ts";

const fake = vi.hoisted(() => ({ spawn: vi.fn() }));
vi.mock("node:child_process", async (original) => ({
  ...(await original<typeof childProcess>()),
  spawn: fake.spawn,
}));

const names = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

it.each<[unknown, readonly string[]]>([
  [true, ["SIGTERM", "SIGHUP"]],
  [false, names],
  [undefined, names],
])(
  "a program whose input is a terminal (%j) is sent %j: the others a terminal sends",
  async (isTTY, sent) => {
    const { stdin } = process;
    const own = Object.getOwnPropertyDescriptor(stdin, "isTTY");
    Object.defineProperty(stdin, "isTTY", { value: isTTY, configurable: true });
    onTestFinished(() => {
      if (own === undefined) Reflect.deleteProperty(stdin, "isTTY");
      else Object.defineProperty(stdin, "isTTY", own);
    });
    const killed: string[] = [];
    const program = Object.assign(new EventEmitter(), { kill: (name: string) => killed.push(name) });
    fake.spawn.mockReturnValueOnce(program);
    const child = { command: "c", arguments: ["a"], environment: { A: "1" }, cwd: "/d" };
    const code = runChild(child);
    expect(fake.spawn).toHaveBeenLastCalledWith("c", ["a"], { cwd: "/d", env: { A: "1" }, stdio: "inherit" });
    for (const name of names) process.listeners(name).at(-1)!(name);
    program.emit("exit", null, "SIGTERM");
    expect([await code, killed]).toEqual([143, sent]);
  },
);
