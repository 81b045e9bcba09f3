import { AbpError, type LossReport } from "../../contract/index.ts";
import { explainRequest } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { emulators } from "../../negotiation/index.ts";
import type { CallRequest } from "../call/call-request.ts";
import type { GatewayContext } from "../context.ts";
import type { Destination } from "./router.ts";

interface Score {
  readonly engine: Engine;
  readonly refused: number;
  readonly disclosed: number;
  readonly emulated: number;
}

/** Chooses the engine that keeps the most of a call: the caller's own dialect first, then the fewest losses. */
export function chooseAutoEngine(
  parts: Pick<GatewayContext, "engines">,
  { dialect, admission, value: body }: CallRequest,
  warnings: string[],
): Destination {
  const { caller, recognised } = admission;
  const { endpoint, parameters } = recognised;
  const engines = parts.engines.list().filter((engine) => caller.mayUse(engine.name));
  const scores = engines.map((engine): Score => {
    if (engine.dialect === dialect) return { engine, refused: 0, disclosed: 0, emulated: 0 };
    const report = explainRequest(dialect, engine.dialect, body, {
      emulators: emulators.map((emulator) => emulator.id),
      ...(parameters["model"] === undefined ? {} : { model: parameters["model"] }),
      ...(endpoint.streams === undefined ? {} : { stream: endpoint.streams }),
    });
    return { engine, ...countLosses(report) };
  });
  const best = scores.toSorted(compareScores)[0];
  if (best === undefined) throw new AbpError("model_not_routed", "no engine may be used by this key");
  warnings.push(
    `${best.engine.name} was chosen: it loses ${best.disclosed}, emulates ${best.emulated} and refuses ${best.refused} fields`,
  );
  return { engine: best.engine, model: undefined, mode: undefined, fallback: [] };
}

// A stable sort: engines that are equally good stay in the order of the configuration.
function compareScores(left: Score, right: Score): number {
  return left.refused - right.refused || left.disclosed - right.disclosed || left.emulated - right.emulated;
}

function countLosses({ entries }: LossReport): Omit<Score, "engine"> {
  const count = (disposition: string) => entries.filter((entry) => entry.disposition === disposition).length;
  return { refused: count("refused"), disclosed: count("disclosed"), emulated: count("emulated") };
}
