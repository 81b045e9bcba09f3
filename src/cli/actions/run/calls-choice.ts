import type { Config } from "../../../config/index.ts";
import { chooseAgentCalls } from "../../agents/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { ChooseCalls } from "./agent-order.ts";
import { requireEngine } from "./run-gateway.ts";

/** Chooses engine and model for agents whose calls go to `engine`, and says so if the user did not name them. */
export function callsChooser(
  { host, say }: Pick<Terminal, "host" | "say">,
  config: Config,
  engine: string | undefined,
): ChooseCalls {
  return async (tool, model, own) => {
    const named = engine ?? own;
    requireEngine(config, named);
    const chosen = await chooseAgentCalls(tool, { engine: named, model }, config, host.env);
    say(...chosen.notices);
    return chosen;
  };
}
