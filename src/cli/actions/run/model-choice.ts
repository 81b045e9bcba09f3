import type { Config } from "../../../config/index.ts";
import { chooseAgentModel } from "../../agents/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { ChooseModel } from "./agent-order.ts";
import { requireEngine } from "./run-gateway.ts";

/** Chooses models for agents whose calls go to `engine`, and says so where the user did not name one. */
export function modelChooser(
  { host, say }: Pick<Terminal, "host" | "say">,
  config: Config,
  engine: string | undefined,
): ChooseModel {
  return async (tool, named, own) => {
    const chosen = engine ?? own;
    requireEngine(config, chosen);
    const { model, notice } = await chooseAgentModel(
      tool,
      { engine: chosen, model: named },
      config,
      host.env,
    );
    if (notice !== undefined) say(notice);
    return model;
  };
}
