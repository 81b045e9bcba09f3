import type { Environment } from "../../config/index.ts";

/** The backend, engine and model of a stand-in. What is not given comes from the configuration or the caller. */
export interface StandInChoice {
  readonly backend: string | undefined;
  readonly engine: string | undefined;
  readonly model: string | undefined;
}

const VARIABLES = ["ABP_BACKEND", "ABP_ENGINE", "ABP_MODEL"] as const;

/** Reads the choice from `ABP_BACKEND`, `ABP_ENGINE` and `ABP_MODEL`. An empty variable counts as not set. */
export function readChoice(environment: Environment): StandInChoice {
  const [backend, engine, model] = VARIABLES.map((name) => environment[name] || undefined);
  return { backend, engine, model };
}

/** The environment without these variables, so that the configuration does not read them too. */
export function withoutChoice(environment: Environment): Environment {
  const left = Object.entries(environment).filter(([name]) => !VARIABLES.some((one) => one === name));
  return Object.fromEntries(left);
}

/** The choice with the flags of a command, which count more than the variables. */
export function preferFlags(
  options: Readonly<Record<string, unknown>>,
  choice: StandInChoice,
): StandInChoice {
  const flag = (name: keyof StandInChoice) => (options[name] as string | undefined) ?? choice[name];
  return { backend: flag("backend"), engine: flag("engine"), model: flag("model") };
}
