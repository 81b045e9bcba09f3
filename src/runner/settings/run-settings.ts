import { dirname } from "node:path";
import { type Config, configuredEmulators, resolvePaths } from "../../config/index.ts";
import { type PolicyProfile, readDocument } from "../../contract/index.ts";
import type { RunOptions } from "../../runtime/index.ts";
import type { RunHost } from "../run-host.ts";
import { resourcesOf } from "./resource-settings.ts";

const MEBIBYTE = 1024 * 1024;

/** The options of a run that come from the configuration and its caller. */
export type RunSettings = RunOptions & { readonly approvalTimeoutMs: number };

/** What the caller of a run says beside its order. */
export interface RunWishes {
  /** A policy that tightens those of the configuration and of the order. */
  readonly policy?: PolicyProfile | undefined;
  readonly sandbox?: RunOptions["sandbox"];
  readonly check?: RunOptions["check"];
}

type SettingsHost = Pick<RunHost, "env" | "home" | "cwd" | "now" | "software" | "readInput">;

/** Reads the options of a run. Reads the files of policies. */
export async function runSettings(
  host: SettingsHost,
  config: Config,
  { policy, sandbox, check }: RunWishes = {},
): Promise<RunSettings> {
  const { runs, workspace } = config;
  const floors = await readFloors(host, config);
  return {
    software: host.software,
    now: host.now,
    mode: config.negotiation.mode,
    emulators: configuredEmulators(config),
    policyFloors: policy === undefined ? floors : [...floors, policy],
    sandbox: sandbox ?? config.sandbox.level,
    sandboxReadOnly: config.sandbox.read_only,
    sandboxHidden: ownDirectories(host, config),
    workingDirectory: host.cwd,
    workspaceDir: config.workspace_dir,
    runsDir: runs.dir,
    homesDir: resolvePaths(host.env, host.home).homes,
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
    check,
    repairRounds: runs.repair_rounds,
    idleTimeoutMs: runs.idle_timeout_secs * 1000,
    approvalTimeoutMs: runs.approval_timeout_secs * 1000,
    maxTraceEvents: runs.max_trace_events,
    maxTraceBytes: runs.max_trace_kb * 1024,
  };
}

/** Where our keys, receipts, settings and records are. */
function ownDirectories({ env, home }: SettingsHost, config: Config): string[] {
  const { config: settings, data, state, cache } = resolvePaths(env, home);
  // The next command executes the code that this one compiled.
  const compiled = process.getBuiltinModule("node:module").getCompileCacheDir();
  const own = [config.receipts_dir, config.receipts.keys_dir, settings, data, state, cache];
  return compiled === undefined ? own : [...own, dirname(compiled), compiled];
}

async function readFloors(host: SettingsHost, config: Config): Promise<PolicyProfile[]> {
  const files = config.policy_profiles.map(async (path) =>
    readDocument("policy_profile", await host.readInput(path), path === "-" ? "(standard input)" : path),
  );
  return [config.policy, ...(await Promise.all(files))];
}
