import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestMachine } from "../../src/cli/fixtures/console.ts";
import { buildWorkOrder, openPolicy } from "../../src/contract/index.ts";
import { blocks, repository } from "./documents.ts";

/** The reader's engines, without their vendors. */
const ENGINES = [
  ["sim", "openai"],
  ["sim-claude", "claude"],
  ["sim-openai", "openai"],
  ["sim-gemini", "gemini"],
  ["anthropic", "claude"],
  ["openai", "codex"],
  ["google", "gemini"],
  ["moonshot", "kimi"],
] as const;

const CONFIG = `default_engine = "sim"
${ENGINES.map(([name, dialect]) => `[engines.${name}]\npreset = "sim"\ndialect = "${dialect}"\ndefault_model = "sim-model"`).join("\n")}
[keys.ci]
token = "key-of-the-reader-0123456789"
[backends.my-agent]
type = "sidecar"
command = "${process.execPath}"
args = ["${join(repository, "hosts/node/host.js")}"]
`;

const REQUEST = { model: "gpt-5.4", messages: [{ role: "user", content: "Hello" }] };

const STREAM = [
  [
    "message_start",
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
  ],
  [
    "content_block_start",
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ],
  [
    "content_block_delta",
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
  ],
  ["content_block_stop", { type: "content_block_stop", index: 0 }],
  [
    "message_delta",
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 1 },
    },
  ],
  ["message_stop", { type: "message_stop" }],
] as const;

/** Programs that the documents start, which end at once. */
const PROGRAMS = ["claude", "codex", "npx", "python"];

/** The ids that stand for placeholders of the documents. */
export interface ReadersIds {
  /** A run with a patch. */
  readonly patched: string;
  /** A run whose conversation can go on. */
  readonly resumable: string;
}

/** Writes the files that the documents take for given into the directory `work` of a machine. */
export async function writeReadersFiles(machine: TestMachine): Promise<ReadersIds> {
  const root = join(machine.root, "work");
  for (const folder of ["work", "app", "other-clone"]) mkdirSync(join(machine.root, folder));
  const write = (name: string, value: unknown) =>
    writeFileSync(join(root, name), typeof value === "string" ? value : JSON.stringify(value));
  for (const folder of ["hosts", "conformance", "examples"])
    symlinkSync(join(repository, folder), join(root, folder));
  mkdirSync(join(root, "bin"));
  for (const name of PROGRAMS) {
    write(`bin/${name}`, "#!/bin/sh\nexit 0\n");
    chmodSync(join(root, "bin", name), 0o755);
  }
  write("backplane.toml", CONFIG);
  writeFileSync(join(machine.root, "app/backplane.toml"), CONFIG);
  await runOrFail(machine, ["config", "trust"]);
  write("prod.toml", CONFIG);
  write("a.toml", "port = 1\n");
  write("b.toml", "port = 2\n");
  write("request.json", REQUEST);
  write(
    "answer.sse",
    STREAM.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(""),
  );
  write("order.json", buildWorkOrder("6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "Say hello", {}));
  write("strict.json", { ...openPolicy(), disallowed_tools: ["WebFetch"] });
  write("p.json", openPolicy());
  write("my-sidecar", `#!/bin/sh\nexec '${process.execPath}' '${join(repository, "hosts/node/host.js")}'\n`);
  symlinkSync("my-sidecar", join(root, "agent"));
  chmodSync(join(root, "my-sidecar"), 0o755);
  copyFileSync(join(repository, "hosts/python/abp_sidecar.py"), join(root, "abp_sidecar.py"));
  const kit = blocks.find(
    ({ document, language }) => document === "docs/sidecars.md" && language === "python",
  );
  write("my_sidecar.py", kit!.text);
  for (const name of ["a.json", "b.json", "receipt.json"])
    await runOrFail(machine, ["run", "--task", `Write ${name}`, "--out", name]);
  machine.env["ABP_RECEIPTS__TENANT"] = "team-a";
  await runOrFail(machine, ["run", "--task", "Say hello"]);
  delete machine.env["ABP_RECEIPTS__TENANT"];
  await runOrFail(machine, ["receipt", "prove", "0", "--out", "run.tlog-proof"]);
  await runOrFail(machine, ["receipt", "keys", "export", "--out", "keys.json"]);
  await runOrFail(machine, ["receipt", "log", "--export", "log.jsonl"]);
  copyFileSync(join(root, "log.jsonl.checkpoint"), join(root, "old.checkpoint"));
  const off = ["--sandbox", "off", "--json"];
  const last = async (argv: readonly string[]) => {
    const lines = (await runOrFail(machine, [...argv, ...off])).trimEnd().split("\n");
    return (JSON.parse(lines.at(-1)!) as { meta: { run_id: string } }).meta.run_id;
  };
  return {
    patched: await last(["run", "-t", "append notes.txt two", "-b", "my-agent"]),
    resumable: await last(["run", "-t", "sim: say hello", "-b", "engine", "--engine", "sim"]),
  };
}

async function runOrFail(machine: TestMachine, argv: readonly string[]): Promise<string> {
  const { exit, out, error } = await machine.run(argv, { cwd: join(machine.root, "work") });
  if (exit !== 0) throw new Error(`abp ${argv.join(" ")}: ${error}`);
  return out;
}
