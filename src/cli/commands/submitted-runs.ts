import type { CommandSpec } from "../command.ts";

const run = { name: "run", description: "the id of the run, which abp run --detach prints" };

/** `abp runs`, `abp logs`, `abp cancel`, `abp approve` and `abp apply`: runs that go on elsewhere, and what they leave. */
export const submittedRunCommands: readonly CommandSpec[] = [
  {
    path: ["runs"],
    summary: "List the work orders that were submitted, the newest first",
    options: [
      {
        flags: "--state <states>",
        description: "only these: pending, running, completed, failed, cancelled; separated by commas",
      },
      { flags: "-b, --backend <name>", description: "only those of this backend" },
      { flags: "--key <name>", description: "only those that this key submitted" },
      { flags: "--tenant <name>", description: "only those of this tenant" },
      { flags: "--limit <count>", description: "the most runs, at most 500", default: "50" },
    ],
    examples: [
      ["abp runs", "those of the running daemon; without one, what the store has"],
      ["abp runs --state pending,running", "what waits or goes on"],
      ["abp runs --state failed --json", "with the reasons, as JSON"],
    ],
    load: async () => (await import("../actions/submitted/runs.ts")).runs,
  },
  {
    path: ["logs"],
    summary: "Show what a run did, or follow what it does",
    arguments: [run],
    options: [{ flags: "-f, --follow", description: "go on to the end of the run" }],
    examples: [
      ["abp logs RUN", "its events up to now"],
      ["abp logs RUN -f", "to its end, also when the daemon is started again in between"],
      ["abp logs RUN --json", "the events as JSON lines"],
    ],
    load: async () => (await import("../actions/submitted/logs.ts")).logs,
  },
  {
    path: ["cancel"],
    summary: "End a submitted run; it keeps its receipt",
    arguments: [run],
    options: [{ flags: "--reason <text>", description: "why; the receipt states it" }],
    examples: [["abp cancel RUN --reason 'wrong branch'", "a run that waits ends at once"]],
    load: async () => (await import("../actions/submitted/cancel.ts")).cancel,
  },
  {
    path: ["approve"],
    summary: "List what waits for a person's decision, allow it or deny it",
    arguments: [
      {
        name: "id",
        description: "the id of the approval, or of the run if it waits for one only",
        optional: true,
      },
    ],
    options: [
      { flags: "--deny", description: "deny it" },
      { flags: "--reason <text>", description: "why; the agent and the receipt get it" },
    ],
    examples: [
      ["abp approve", "lists what is open, with the input of each tool"],
      ["abp approve APPROVAL", "allows it once"],
      ["abp approve RUN --deny --reason 'not on main'", "denies what the run waits for"],
    ],
    load: async () => (await import("../actions/submitted/approve.ts")).approve,
  },
  {
    path: ["apply"],
    summary: "Apply the patch of a run to the workspace, merged with later edits, or not at all",
    arguments: [{ name: "run", description: "the id of the run, which abp run prints" }],
    options: [
      { flags: "--root <dir>", description: "apply it here (default: the workspace of the run)" },
      { flags: "--check", description: "say what would change, and change nothing" },
      {
        flags: "--ignored",
        description: "apply the changes of ignored files, which the patch leaves out, and only these",
      },
      { flags: "--partial", description: "apply also a patch that lacks changes of files" },
    ],
    examples: [
      ["abp apply RUN --check", "whether the patch fits, and what it would change"],
      ["abp apply RUN", "all of it, or nothing if it conflicts with your edits"],
      ["abp apply RUN --root ../other-clone", "to another copy of the repository"],
    ],
    load: async () => (await import("../actions/apply/apply.ts")).apply,
  },
];
