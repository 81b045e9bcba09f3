import type { CommandSpec } from "../command.ts";

/** `abp run` and `abp backends`. */
export const runCommands: readonly CommandSpec[] = [
  {
    path: ["run"],
    summary: "Run a work order on a backend and print its verified receipt",
    options: [
      { flags: "-t, --task <text>", description: "the task, in words" },
      {
        flags: "-w, --work-order <file>",
        description: "a work order document instead of --task (- for standard input)",
      },
      {
        flags: "-b, --backend <name>",
        description: "the backend (default: default_backend of the configuration, else mock)",
      },
      { flags: "-m, --model <name>", description: "the model for the backend to use" },
      { flags: "--root <dir>", description: "the workspace", default: "." },
      {
        flags: "--workspace-mode <mode>",
        description: "how the workspace is used",
        choices: ["staged", "pass-through"],
        default: "staged",
      },
      {
        flags: "--lane <lane>",
        description: "propose a patch or change the workspace",
        choices: ["patch-first", "workspace-first"],
        default: "patch-first",
      },
      { flags: "--include <glob>", description: "stage only matching files", repeat: true },
      { flags: "--exclude <glob>", description: "do not stage matching files", repeat: true },
      {
        flags: "--require <capability[:min]>",
        description: "require a capability, e.g. streaming:native",
        repeat: true,
      },
      { flags: "--strict", description: "refuse every emulation" },
      { flags: "--param <key=value>", description: "a vendor option; a dotted key is a path", repeat: true },
      { flags: "--env <KEY=VALUE>", description: "an environment variable of the run", repeat: true },
      { flags: "--policy <file>", description: "a policy profile (JSON)" },
      { flags: "--max-budget-usd <amount>", description: "stop before spending more" },
      { flags: "--max-turns <count>", description: "stop after this many turns" },
      { flags: "--timeout <seconds>", description: "stop after this many seconds (exit code 124)" },
      { flags: "-o, --out <file>", description: "write the receipt here; never overwrites" },
      { flags: "--events <file>", description: "write the events here as JSON lines; never overwrites" },
      { flags: "--no-log", description: "do not sign the receipt and append it to the log" },
    ],
    examples: [
      ['abp run --task "Say hello"', "on the mock backend, which needs no key"],
      [
        'abp run -t "Fix the build" --require tool_bash --out r.json',
        "with a requirement, receipt to a file",
      ],
      ["abp run --work-order order.json --json", "a document in, events and receipt out as JSON lines"],
    ],
    load: async () => (await import("../actions/run/run.ts")).run,
  },
  {
    path: ["backends"],
    summary: "List the backends and what each can do",
    options: [{ flags: "--capabilities", description: "show every capability as a table" }],
    examples: [
      ["abp backends", "names, versions and states"],
      ["abp backends --capabilities", "the capability table"],
    ],
    load: async () => (await import("../actions/run/backends.ts")).backends,
  },
];
