import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programsFolder } from "../../../../test/package/programs.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();

const question = {
  path: "/claude/v1/messages",
  body: { model: "m-1", max_tokens: 9, messages: [{ role: "user", content: "a question" }] },
};

it("the log of abp up is JSON on the standard error of a process, with the calls of all worker threads", async () => {
  await machine.configure("[gateway]\nworkers = 2\n");
  const bin = join(await programsFolder(), "abp.js");
  const child = spawn(process.execPath, [bin, "up", "--port", "0", "--json"], {
    cwd: machine.root,
    env: { PATH: process.env["PATH"], ...machine.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  try {
    const [out] = (await Promise.race([once(child.stdout, "data"), exited])) as [Buffer];
    const { url } = JSON.parse(out.toString("utf8")) as { url: string };
    const token = readFileSync(join(machine.root, "home/state/token"), "utf8").trim();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        fetch(`${url}${question.path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify(question.body),
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    await Promise.all(answers.map((answer) => answer.text()));
  } finally {
    child.kill("SIGTERM");
  }
  expect(await exited).toEqual([0, null]);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const calls = lines.filter((line) => line["message"] === "call finished");
  expect(new Set(calls.map((line) => line["run_id"])).size).toBe(4);
  expect(calls).toHaveLength(4);
});
