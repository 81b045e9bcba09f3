import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { type AddressInfo, createServer, Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";

const launcher = fileURLToPath(new URL("./launcher.ts", import.meta.url));

interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; output: string; errors: string }>;
}

/** Starts the launcher as bwrap does, but without a sandbox. `descriptors` become 3, 4, ... */
function launch(args: readonly string[], descriptors: readonly (number | "ignore")[] = []): Launched {
  const child = spawn(process.execPath, ["--no-warnings", launcher, ...args], {
    stdio: ["ignore", "pipe", "pipe", ...descriptors, "ipc"],
    env: { INHERITED: "yes", BOTH: "inherited" },
  });
  const texts = ["", ""];
  child.stdout!.on("data", (chunk: Buffer) => (texts[0] += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (texts[1] += chunk.toString()));
  const ended = new Promise<Awaited<Launched["ended"]>>((resolve) => {
    child.once("close", (code) => resolve({ code, output: texts[0]!, errors: texts[1]! }));
  });
  return { child, ended };
}

const ready = (child: ChildProcess, then: () => void) =>
  child.on("message", (message: { ready?: boolean }) => {
    if (message.ready === true) then();
  });

describe("the launcher", () => {
  it("becomes the program with its arguments, and an environment that has no variable of the channel", async () => {
    const { child, ended } = launch(["[]", "/bin/sh", "-c", 'echo "$0 $1"; env | sort', "a b", "c"]);
    ready(child, () => child.send({ env: { GIVEN: "1", BOTH: "given" } }));
    const { code, output } = await ended;
    const lines = output.split("\n").filter((line) => !/^(PWD|SHLVL|_)=/.test(line));
    expect([code, lines]).toEqual([0, ["a b c", "BOTH=given", "GIVEN=1", "INHERITED=yes", ""]]);
  });

  it("sends a listening socket for each address before it is ready", async () => {
    const addresses = [
      { host: "127.0.0.1", port: 0 },
      { host: "127.0.0.1", port: 0 },
    ];
    const { child, ended } = launch([JSON.stringify(addresses), "/bin/true"]);
    const order: unknown[] = [];
    child.on("message", (message: { listener?: number; ready?: boolean }, handle) => {
      order.push(message.ready === true ? "ready" : message.listener);
      if (handle instanceof Server) {
        expect((handle.address() as AddressInfo).address).toBe("127.0.0.1");
        handle.close();
      }
      if (message.ready === true) child.send({ env: {} });
    });
    expect((await ended).code).toBe(0);
    expect(order).toEqual([0, 1, "ready"]);
  });

  it("leaves no inherited descriptor open", async () => {
    const descriptor = openSync("/dev/null", "r");
    // Node itself closes the first ones.
    const numbers = [3, 4, 5, 40, 41];
    const descriptors = Array.from({ length: 39 }, (_, index) =>
      numbers.includes(index + 3) ? descriptor : ("ignore" as const),
    );
    const { child, ended } = launch(
      [
        "[]",
        "/bin/sh",
        "-c",
        "for n in 3 4 5 6 40 41 42; do [ -e /proc/self/fd/$n ] && echo $n; done; echo done",
      ],
      descriptors,
    );
    closeSync(descriptor);
    ready(child, () => child.send({ env: { PATH: "/usr/bin:/bin" } }));
    expect(await ended).toMatchObject({ code: 0, output: "done\n" });
  });

  it("ends if the process that started it is killed before it took a listening socket", async () => {
    const addresses = JSON.stringify([{ host: "127.0.0.1", port: 0 }]);
    // It starts the launcher, and then never reads the channel.
    const starter = spawn(
      process.execPath,
      [
        "-e",
        `const child = require("node:child_process").spawn(process.execPath, process.argv.slice(1), { stdio: ["ignore", "ignore", "ignore", "ipc"] });
        require("node:fs").writeSync(1, String(child.pid));
        for (;;);`,
        ...["--", "--no-warnings", launcher, addresses, "/bin/true"],
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [pid] = (await once(starter.stdout, "data")) as [Buffer];
    await delay(1000);
    starter.kill("SIGKILL");
    await once(starter, "exit");
    await eventually(() => expect(() => process.kill(Number(pid.toString()), 0)).toThrow("ESRCH"));
  });

  it("fails in one line if the command cannot be executed", async () => {
    const { child, ended } = launch(["[]", "/nonexistent/agent"]);
    ready(child, () => child.send({ env: {} }));
    const { code, errors } = await ended;
    expect(code).toBe(126);
    expect(errors).toMatch(/^sandbox: \/nonexistent\/agent cannot be started: Error: ENOENT.*\n$/);
  });

  it("fails if it gets neither addresses nor a command", async () => {
    const { child, ended } = launch([]);
    ready(child, () => child.send({ env: {} }));
    expect(await ended).toMatchObject({
      code: 126,
      errors: expect.stringMatching(/^sandbox: {2}cannot be started: Error: ENOENT/),
    });
  });

  it("fails if an address is taken", async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, "127.0.0.1", done));
    const { port } = taken.address() as AddressInfo;
    const { ended } = launch([JSON.stringify([{ host: "127.0.0.1", port }]), "/bin/true"]);
    const { code, errors } = await ended;
    taken.close();
    expect(code).toBe(126);
    expect(errors).toMatch(new RegExp(`^sandbox: cannot listen on 127.0.0.1:${port}: Error: .*EADDRINUSE`));
  });

  it("ends if the process that started it is gone before the program starts", async () => {
    const { child } = launch(["[]", "/bin/true"]);
    const exited = new Promise((resolve) => child.once("exit", resolve));
    ready(child, () => child.disconnect());
    expect(await exited).toBe(126);
  });
});
