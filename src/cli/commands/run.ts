import type { CommandSpec } from "../command.ts";
import { SANDBOX_CHOICES } from "../flags/sandbox-choice.ts";

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
        description:
          "the backend, or auto for the one that fits best (default: default_backend of the configuration, else mock)",
      },
      { flags: "-m, --model <name>", description: "the model for the backend to use" },
      {
        flags: "-e, --engine <name>",
        description: "the engine that the agent's model calls go to (default: by the model's name)",
      },
      { flags: "--resume <run>", description: "continue the conversation of an earlier run, by its id" },
      { flags: "--fork", description: "with --resume: leave the earlier conversation as it is" },
      {
        flags: "--verify <command>",
        description: "check the result with a shell command; if it fails, the exit code is 1",
      },
      { flags: "--verify-timeout <seconds>", description: "how long --verify may take", default: "600" },
      { flags: "--image <file>", description: "an image for the agent", repeat: true },
      { flags: "--output-schema <file>", description: "a JSON Schema that the answer must satisfy" },
      { flags: "--mcp-config <file>", description: "MCP servers for the agent, as JSON" },
      { flags: "--root <dir>", description: "the workspace (default: .)" },
      {
        flags: "--workspace-mode <mode>",
        description: "work on a staged copy (the default), or in the workspace itself",
        choices: ["staged", "pass-through"],
      },
      {
        flags: "--lane <lane>",
        description: "keep a patch for abp apply (the default), or apply it at the end",
        choices: ["patch-first", "workspace-first"],
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
      { flags: "--policy <file>", description: "a policy profile (JSON); it can only tighten a work order" },
      { flags: "--max-budget-usd <amount>", description: "stop before spending more" },
      { flags: "--max-turns <count>", description: "stop after this many turns" },
      { flags: "--timeout <seconds>", description: "stop after this many seconds (exit code 124)" },
      { flags: "--idle-timeout <seconds>", description: "stop after this many seconds without an event" },
      {
        flags: "--sandbox <level>",
        description:
          "auto takes the highest level that works here, which must be L3 for a real agent; a named level is required",
        choices: SANDBOX_CHOICES,
      },
      { flags: "-o, --out <file>", description: "write the receipt here; never overwrites" },
      { flags: "--events <file>", description: "write the events here as JSON lines; never overwrites" },
      {
        flags: "--detach",
        description: "submit it to the daemon, or to the store for the next one, and print the id of the run",
      },
      { flags: "--check <name>", description: "with --detach: a check that runs.checks configures" },
      { flags: "--priority <number>", description: "with --detach: greater ones come first among your runs" },
      { flags: "--no-log", description: "do not sign the receipt and append it to the log" },
    ],
    examples: [
      ['abp run --task "Say hello"', "on the mock backend, which needs no key"],
      [
        'abp run -b codex --engine anthropic -m claude-sonnet-4-5 -t "Fix the build"',
        "the real Codex on another vendor's model; `abp agents install codex` installs it",
      ],
      ['abp run --resume 0197… -t "Now the tests"', "goes on with the conversation of an earlier run"],
      ['abp run -b claude -t "Fix it" --verify "npm test"', "runs the tests on the result"],
      [
        'abp run -t "Fix the build" --backend my-agent',
        "on a sidecar of the configuration, on a staged copy",
      ],
      [
        'abp run -t "Fix the build" -b my-agent --policy strict.json --sandbox L3',
        "under a policy that is enforced, or not at all",
      ],
      [
        'abp run -t "Fix the build" -b auto --require tool_bash',
        "on the backend that fits the requirement best",
      ],
      ['abp run -t "Fix it" -b my-agent --timeout 600 --max-budget-usd 2', "with limits"],
      ['abp run -t "Fix it" -b my-agent --lane workspace-first', "applies the changes at the end"],
      ["abp run --work-order order.json --json", "a document in, events and receipt out as JSON lines"],
      ['abp run -t "Fix it" --detach', "the daemon runs it; `abp logs RUN -f` shows it"],
      ['abp run -t "Fix it" --events events.jsonl --out receipt.json', "events and receipt to files"],
    ],
    load: async () => (await import("../actions/run/run.ts")).run,
  },
  {
    path: ["backends"],
    summary: "Start every backend, ask what it can do, and list the answers",
    arguments: [{ name: "backend", description: "only these backends", optional: true, variadic: true }],
    options: [
      {
        flags: "--capabilities",
        description: "show every capability as a table, and the evidence for those of agents",
      },
      { flags: "--timeout <seconds>", description: "how long each backend may take", default: "10" },
    ],
    examples: [
      ["abp backends", "names, versions and states; exit code 6 when one fails"],
      ["abp backends claude codex --capabilities", "the capability table of two agents, with evidence"],
      ["abp backends --json", "the answers as JSON, with evidence"],
    ],
    load: async () => (await import("../actions/backend-list/backends.ts")).backends,
  },
];
