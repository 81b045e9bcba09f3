import type { Config } from "../../config/index.ts";
import type { RunHost } from "../run-host.ts";
import { chooseAgentCalls } from "./agent-calls.ts";
import type { ChooseCalls } from "./agent-order.ts";
import { requireEngine } from "./required-engine.ts";

/** Chooses engine and model for agents whose calls go to `engine`, and says so if the user did not name them. */
export function callsChooser(
  { env, say }: Pick<RunHost, "env" | "say">,
  config: Config,
  engine: string | undefined,
): ChooseCalls {
  return async (tool, model, own) => {
    const named = engine ?? own;
    requireEngine(config, named);
    const chosen = await chooseAgentCalls(tool, { engine: named, model }, config, env);
    say(...chosen.notices);
    return chosen;
  };
}
