/** Why a command of a document is not run. It is parsed all the same. */
export type Reason = "network" | "terminal" | "endless" | "benchmark" | "npm test" | "another test";

/** Commands that are not run, with the reason. The first that matches a command counts. */
export const NOT_RUN: readonly (readonly [pattern: RegExp, reason: Reason, detail: string])[] = [
  [/--verify npm test\b/, "npm test", "the user's own tests"],
  [/^npm test$|^npm run test:full$|^bash \.ci\/run$/, "npm test", "the whole suite"],
  [/^npm ci$/, "network", "the registry of npm"],
  [
    /^npm (?:start|run abp)|^abp up\b/,
    "endless",
    "serves until it is stopped; cli/actions/gateway/up.test.ts starts it",
  ],
  [/^abp acp\b/, "endless", "an editor talks to it; test/stand-in starts it"],
  [/^abp agents install\b/, "network", "the registry of npm"],
  [
    /^abp (?:run|compare|backends)\b.*(?:^| |,)(?:codex|claude)(?:,| |$)/,
    "network",
    "the vendor's program comes from the registry; test/agents runs the installed ones",
  ],
  [/^npm run clients\b/, "network", "installs the vendors' SDKs"],
  [
    /^npm run conformance:responses\b/,
    "network",
    "calls an endpoint of the reader; test/conformance runs the suite",
  ],
  [
    /^npm run bench|^git clone \. |^git -C \.\.\/before |^\(cd \.\.\/before$|^npm run build\)$/,
    "benchmark",
    "takes minutes",
  ],
  [/^npm run (?:mutate|crash|crash:runs)\b/, "benchmark", "takes minutes"],
  [/^alias abp=/, "terminal", "a setting of the reader's shell"],
];

/** Documents whose shell blocks another test runs as a whole. */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/runs.md": "test/examples/runs-guide.test.ts",
};

/** Commands that end with another exit code than 0, and why. */
export const ENDS_WITH: readonly (readonly [pattern: RegExp, exit: number, why: string])[] = [
  [/^abp receipt diff a\.json b\.json$/, 1, "the receipts differ"],
  [/^abp (?:cancel|approve) (?:RUN|APPROVAL)\b/, 1, "the run of the test was not submitted to a daemon"],
  [/^abp config diff a\.toml b\.toml$/, 1, "the files differ"],
  [/^abp negotiate .*--to openai\/gpt-4o .*context_window/, 5, "the model lacks what is required"],
];
