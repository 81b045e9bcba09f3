import { z } from "zod";
import { key } from "./key-facts.ts";

const Text = z.string().min(1, "must not be empty");
const List = z.array(z.string());

/** The most that `timeout_secs` may be: one day. */
const DAY_SECONDS = 86_400;

const backendType =
  "What runs the work order: `mock` answers by itself, `sidecar` starts a program, `agent` a real agent, `engine` asks a model directly.";

const MockBackend = z
  .object({ type: key(z.literal("mock"), { description: backendType }) })
  .describe("A backend that answers by itself, without a model.");

const passEnv = key(z.array(z.string().regex(/^[^=\0]+$/, "must be the name of a variable")).optional(), {
  description:
    "Names of environment variables that the program gets besides the usual ones, such as `PATH`, `HOME` and `LANG`. No other variable reaches it.",
});
const furtherEnv = key(z.array(z.string().regex(/^[^=\0]+=[^\0]*$/, "must be NAME=value")).optional(), {
  description: "Further environment variables of the program, each as `NAME=value`.",
});
const memory = key(z.int().min(16).optional(), {
  description: "The most memory of the program and everything that it starts, in MiB.",
});
const processes = key(z.int().min(1).optional(), {
  description: "The most processes and threads that the program may have at the same time.",
});
const readOnly = key(z.array(Text).optional(), {
  description: "Further files and directories that the program may read inside its sandbox.",
  path: true,
});
const timeout = key(z.int().min(1).max(DAY_SECONDS).optional(), {
  description: "How many seconds a run may take. Without it only the limits of the run itself apply.",
  warnAbove: 3600,
});
const idleTimeout = key(z.int().min(0).max(DAY_SECONDS).optional(), {
  description:
    "How many seconds a run of this backend may go on without an event and a model call, in place of `runs.idle_timeout_secs`; 0 for no limit.",
});
const priority = key(z.int().min(0).max(1000).optional(), {
  description: "Preference if `auto` chooses among backends that can all run a work order.",
});

/** The keys of a backend whose program is one of our hosts. */
const hostKeys = {
  pass_env: passEnv,
  env: furtherEnv,
  memory_mb: memory,
  processes,
  read_only: readOnly,
  timeout_secs: timeout,
  idle_timeout_secs: idleTimeout,
  priority,
};

const SidecarBackend = z
  .object({
    type: key(z.literal("sidecar"), { description: backendType }),
    command: key(Text, {
      description: "The program to start: a name that is looked up in `PATH`, or a path.",
    }),
    args: key(List.default([]), { description: "The arguments given to the program." }),
    pass_env: passEnv,
    env: furtherEnv,
    lenient_lines: key(z.int().min(0).max(10_000).optional(), {
      description: "How many lines that are not JSON the program may write to its standard output.",
    }),
    memory_mb: memory,
    processes,
    read_only: readOnly,
    timeout_secs: timeout,
    idle_timeout_secs: idleTimeout,
    dialect: key(Text.optional(), {
      description: "The dialect that the program takes and returns in passthrough mode.",
    }),
    priority,
  })
  .describe("A program that speaks the sidecar protocol, JSON lines on its standard input and output.");

const AgentBackend = z
  .object({
    type: key(z.literal("agent"), { description: backendType }),
    agent: key(Text, {
      description: "The agent to start, such as `claude`, `codex` or `gemini`. `abp backends` lists them.",
    }),
    command: key(Text.optional(), {
      description:
        "The agent's program: a name that is looked up in `PATH`, or an absolute path. Without it the installed one is found.",
    }),
    args: key(List.optional(), {
      description: "Arguments of the agent's program, for an agent that only `command` names.",
    }),
    ...hostKeys,
  })
  .describe(
    "A real agent, which is driven by its own host. Each installed agent is a backend without an entry, too.",
  );

const EngineBackend = z
  .object({
    type: key(z.literal("engine"), { description: backendType }),
    engine: key(Text.optional(), {
      description: "The engine that gets the calls. Without it the model's name decides, as for every call.",
    }),
    model: key(Text.optional(), { description: "The model, for work orders that name none." }),
    system: key(Text.optional(), {
      description: "Instructions for the model, in place of the built-in ones.",
    }),
    tools: key(z.array(z.enum(["read", "search", "list", "edit", "write", "run"])).optional(), {
      description: "The tools that the model is offered. Without it, all of them.",
    }),
    max_turns: key(z.int().min(1).max(10_000).optional(), {
      description: "How often one run asks the model. Without it, 100 times.",
    }),
    ...hostKeys,
  })
  .describe(
    "A model of an engine, with a loop of tools around it that runs in the sandbox. `engine` is such a backend without an entry.",
  );

/** One entry of `[backends]`. */
export const BackendConfig = z
  .discriminatedUnion("type", [MockBackend, SidecarBackend, AgentBackend, EngineBackend])
  .meta({ id: "BackendConfig" });
export type BackendConfig = z.infer<typeof BackendConfig>;

export const SandboxSection = z
  .object({
    level: key(z.enum(["auto", "off", "L0", "L1", "L3"]).default("auto"), {
      description:
        "How the program of a run is confined: `auto` takes the highest level that works on this machine, and refuses a real agent below L3; `off` takes none; a level that is named must be reached, or the run is refused.",
      strictest: "L3",
    }),
    read_only: key(z.array(Text).default([]), {
      description: "Files and directories that every program may read inside its sandbox.",
      path: true,
    }),
    processes: key(z.int().min(1).default(1024), {
      description:
        "The most processes and threads that a run may have at the same time, unless its backend sets `processes`.",
    }),
    memory_mb: key(z.int().min(16).optional(), {
      description:
        "The most memory of all processes of a run together, in MiB, unless its backend sets `memory_mb`. Three quarters of the machine's memory by default.",
    }),
    max_write_mb: key(z.int().min(1).default(10_240), {
      description:
        "The most MiB that a run may write to its workspace and its private home. A file that it changes counts whole.",
    }),
    min_free_mb: key(z.int().min(0).default(512), {
      description:
        "A run ends before the disk that it writes to has less than this many MiB left, or a twentieth of a small disk.",
    }),
  })
  .prefault({})
  .describe("How the programs of runs are confined.");

export const WorkspaceSection = z
  .object({
    max_entries: key(z.int().min(1).default(1_000_000), {
      description: "The most files and directories of a workspace that is staged.",
    }),
    max_mb: key(z.int().min(1).default(16_384), {
      description: "The most MiB of a workspace that is staged.",
    }),
    max_depth: key(z.int().min(1).max(4096).default(256), {
      description: "The most directories below each other in a workspace that is staged.",
    }),
    method: key(z.enum(["auto", "overlay", "copy"]).default("auto"), {
      description:
        "How a workspace is staged: `auto` takes an overlay if the kernel permits it, else a copy.",
    }),
    history_commits: key(z.int().min(0).max(100_000).default(50), {
      description:
        "The most commits of the branch that the repository of a stage holds below its baseline commit.",
    }),
    history_mb: key(z.int().min(0).default(64), {
      description: "The most MiB of files that only these commits hold.",
    }),
    baseline_mb: key(z.int().min(0).default(1024), {
      description:
        "The most MiB of files in the baseline commit of a stage; files beyond them stay untracked.",
    }),
    ignored_mb: key(z.int().min(0).default(256), {
      description:
        "The most MiB of files that git ignores and a run changed, which are kept beside its patch. The smallest are kept first; a warning names the others.",
    }),
  })
  .prefault({})
  .describe("The limits of staged workspaces.");
