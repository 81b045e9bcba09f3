import type { Environment } from "../../config/index.ts";
import type { AgentConnection } from "./agent-connection.ts";

/** What the configuration gives to an agent's program. */
export interface ProgramSettings {
  readonly env: Environment;
  readonly args: readonly string[];
}

type ModelConnection = Pick<AgentConnection, "modelPlaces" | "environment" | "removed">;

/** The models that the configuration names for an agent, apart from variables that `model` replaces, the one that is named for the run. */
export function configuredModels(
  agent: ModelConnection,
  { env, args }: ProgramSettings,
  model: string | undefined,
): string[] {
  const { variables = [], options = [], settings = [], hasProviders } = agent.modelPlaces ?? {};
  const connection = { baseUrl: "", token: "", home: "", inherited: {} };
  const set = agent.environment(model === undefined ? connection : { ...connection, model });
  const isKept = (name: string) => !Object.hasOwn(set, name) && !agent.removed.includes(name);
  const values = [
    ...variables.filter(isKept).map((name) => env[name] ?? ""),
    ...valuesOf(args, options),
    ...valuesOf(args, settings).map(modelSetting),
  ];
  const names = values
    .map((value) => value.trim())
    // The host puts the model of the run in place of `{model}`.
    .filter((value) => value !== "" && !value.includes("{model}"));
  return names.flatMap((name) => {
    const slash = hasProviders === true ? name.indexOf("/") : -1;
    return slash === -1 ? [name] : [name, name.slice(slash + 1)];
  });
}

/** The values of options, written as `--model x`, `--model=x` or `-mx`. */
function valuesOf(args: readonly string[], options: readonly string[]): string[] {
  return args.flatMap((word, at) =>
    options.flatMap((option) => {
      if (word === option) return args[at + 1] ?? [];
      if (word.startsWith(`${option}=`)) return word.slice(option.length + 1);
      return option.length === 2 && word.startsWith(option) ? word.slice(option.length) : [];
    }),
  );
}

/** The model that a setting names, such as `model="x"` or `review_model=x`; empty for another one. */
function modelSetting(setting: string): string {
  const value = /^[\w.-]*model\s*=(.*)$/s.exec(setting)?.[1]?.trim() ?? "";
  return /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value;
}
