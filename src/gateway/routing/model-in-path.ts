import { checkModelName } from "../../contract/index.ts";
import type { Recognised } from "../exchange/admission.ts";

const PLACE = "model in the path";

/** The parameters of a path that name a model. */
const NAMES = ["model", "hosted_model"] as const;

/** Throws `contract_schema_violation` if the path names a model whose name is too long. */
export function checkModelInPath({ parameters }: Pick<Recognised, "parameters">): void {
  for (const name of NAMES) {
    const model = parameters[name];
    if (model !== undefined) checkModelName(model, PLACE);
  }
}
