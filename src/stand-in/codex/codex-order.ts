import { AbpError, type ContextImage, type PolicyProfile } from "../../contract/index.ts";
import type { RunRequest } from "../run-starter.ts";
import type { CodexCommandLine } from "./arguments.ts";
import { type CodexFeature, codexFeatures } from "./features.ts";
import type { CodexSettings } from "./settings.ts";

/** What a program asks for, with the content of its files. */
export interface CodexTask {
  readonly prompt: string;
  /** The absolute path of the working directory. */
  readonly root: string;
  readonly images: readonly ContextImage[];
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly resume: RunRequest["resume"];
}

const SANDBOX_POLICIES: Readonly<Record<string, Partial<PolicyProfile>>> = {
  "read-only": { deny_write: ["**"], disallowed_tools: ["Write", "Edit"] },
  "workspace-write": {},
  "danger-full-access": {},
};

/** The request of a turn. Throws `usage_invalid` for a sandbox mode that Codex does not have. */
export function codexRequest(line: CodexCommandLine, settings: CodexSettings, task: CodexTask): RunRequest {
  // Without a mode, `codex exec` only reads.
  const sandbox = line.sandbox ?? settings.sandbox ?? "read-only";
  const policy = Object.hasOwn(SANDBOX_POLICIES, sandbox) ? SANDBOX_POLICIES[sandbox]! : undefined;
  if (policy === undefined) {
    const names = Object.keys(SANDBOX_POLICIES).join(", ");
    throw new AbpError("usage_invalid", `invalid value '${sandbox}' for '--sandbox': there are ${names}`);
  }
  const denied = [...(policy.disallowed_tools ?? []), ...(settings.deniesWebSearch ? ["WebSearch"] : [])];
  const request: RunRequest = {
    task: task.prompt,
    root: task.root,
    model: line.model ?? settings.model,
    images: task.images,
    resume: task.resume,
    outputSchema: task.outputSchema,
    mcpServers: settings.mcpServers,
    policy: { ...policy, disallowed_tools: denied },
    notes: disclosures(line, settings, sandbox),
  };
  return request;
}

function disclosures(line: CodexCommandLine, settings: CodexSettings, sandbox: string): readonly string[] {
  const features = new Set<CodexFeature>(settings.disclosed);
  if (sandbox === "danger-full-access") features.add("full_access");
  if (line.hasAdditionalDirectories) features.add("directories");
  if (line.others.length > 0) features.add("other_settings");
  return [...features].map((feature) => codexFeatures[feature].words);
}
