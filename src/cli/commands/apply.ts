import type { CommandSpec } from "../command.ts";

/** `abp apply`. */
export const applyCommands: readonly CommandSpec[] = [
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
