import type { KeyPath } from "../schema/key-path.ts";

/** `ABP_*` variables that are not configuration keys, with a sentence each for the reference. */
export const otherVariables: Readonly<Record<string, string>> = {
  ABP_HOME: "One directory for configuration, data, state and cache, in place of the XDG directories.",
  ABP_CONFIG:
    "The configuration file to read in place of `./backplane.toml`, as an absolute path; `--config` is stronger.",
  ABP_TOKEN: "The gateway's key, for programs that `abp exec` starts.",
  ABP_ENGINE: "The engine of the programs that stand in for a vendor's agent (docs/stand-ins.md).",
  ABP_MODEL: "The model of the programs that stand in for a vendor's agent, whatever their caller asks for.",
  ABP_AGENTS: "A directory with agents in its `node_modules/.bin`, which is searched before all others.",
  ABP_SHARED: "Where the test suites find shared vectors and recordings.",
};

/** Variables without the prefix, and the key that each sets if the `ABP_*` variable of the key does not. */
export const fallbackVariables: readonly { readonly variable: string; readonly path: KeyPath }[] = [
  { variable: "PORT", path: ["port"] },
];

// Sidecar programs of abp/v0.1 read variables named `ABP_<AGENT>_<SETTING>`.
const SIDECAR_VARIABLE =
  /^ABP_[A-Z0-9]+_(?:TRANSPORT|SDK_MODULE|ADAPTER_MODULE|RUNNER|RUNNER_ARGS|MAX_INLINE_OUTPUT_BYTES)$/;

/** Whether a variable is known and is not configuration, so that it gets no warning. */
export function isOtherVariable(name: string): boolean {
  return Object.hasOwn(otherVariables, name) || SIDECAR_VARIABLE.test(name);
}
