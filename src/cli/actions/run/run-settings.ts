import { dirname } from "node:path";
import { configuredEmulators, type LoadedConfig, resolvePaths } from "../../../config/index.ts";
import { type PolicyProfile, readDocument } from "../../../contract/index.ts";
import type { RunOptions } from "../../../runtime/index.ts";
import { readCheckFlag } from "../../flags/check-flag.ts";
import type { SandboxChoice } from "../../flags/sandbox-choice.ts";
import { readPolicyFlag } from "../../flags/work-order-flags.ts";
import { resourcesOf } from "../../resource-settings.ts";
import { inputName, readInput } from "../../terminal/input.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { readVersion } from "../../version.ts";

type Config = LoadedConfig["config"];

const MEBIBYTE = 1024 * 1024;

/** The options of a run that come from the configuration and the flags. */
export type RunSettings = RunOptions & { readonly approvalTimeoutMs: number };

/** Reads the options of a run. Reads the files of policies. */
export async function runSettings(
  terminal: Terminal,
  config: Config,
  options: Readonly<Record<string, unknown>>,
): Promise<RunSettings> {
  const { runs, workspace } = config;
  // A policy beside a work order document tightens the document's own.
  const added = options["workOrder"] === undefined ? undefined : await readPolicyFlag(terminal, options);
  const floors = await readFloors(terminal, config);
  return {
    software: { name: "agent-backplane", version: readVersion() },
    now: terminal.host.now,
    mode: config.negotiation.mode,
    emulators: configuredEmulators(config),
    policyFloors: added === undefined ? floors : [...floors, added],
    sandbox: (options["sandbox"] as SandboxChoice | undefined) ?? config.sandbox.level,
    sandboxReadOnly: config.sandbox.read_only,
    sandboxHidden: ownDirectories(terminal, config),
    workingDirectory: terminal.host.cwd,
    workspaceDir: config.workspace_dir,
    runsDir: runs.dir,
    stageBudget: {
      maxEntries: workspace.max_entries,
      maxBytes: workspace.max_mb * MEBIBYTE,
      maxDepth: workspace.max_depth,
    },
    stageMethod: workspace.method,
    stageRepository: {
      maxCommits: workspace.history_commits,
      maxHistoryBytes: workspace.history_mb * MEBIBYTE,
      maxBaselineBytes: workspace.baseline_mb * MEBIBYTE,
    },
    maxIgnoredBytes: workspace.ignored_mb * MEBIBYTE,
    resources: resourcesOf(config),
    keepSessionsDays: runs.keep_sessions_days,
    check: readCheckFlag(options),
    repairRounds: runs.repair_rounds,
    idleTimeoutMs: runs.idle_timeout_secs * 1000,
    approvalTimeoutMs: runs.approval_timeout_secs * 1000,
    maxTraceEvents: runs.max_trace_events,
    maxTraceBytes: runs.max_trace_kb * 1024,
  };
}

/** Where our keys, receipts, settings and records are. */
function ownDirectories(terminal: Terminal, config: Config): string[] {
  const { config: settings, data, state, cache } = resolvePaths(terminal.host.env, terminal.host.home);
  // The next command executes the code that this one compiled.
  const compiled = process.getBuiltinModule("node:module").getCompileCacheDir();
  const own = [config.receipts_dir, config.receipts.keys_dir, settings, data, state, cache];
  return compiled === undefined ? own : [...own, dirname(compiled), compiled];
}

async function readFloors(terminal: Terminal, config: Config): Promise<PolicyProfile[]> {
  const files = config.policy_profiles.map(async (path) =>
    readDocument("policy_profile", await readInput(terminal, path), inputName(path)),
  );
  return [config.policy, ...(await Promise.all(files))];
}
