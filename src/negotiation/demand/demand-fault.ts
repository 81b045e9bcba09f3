import { textOfJson } from "../../lib/index.ts";
import { needRanks, type Requirement } from "./requirement.ts";

/** Lists everything in a demand that cannot be judged, one sentence each. */
export function findDemandFaults(
  demand: readonly Requirement[],
  isKnown: (capability: string) => boolean = () => true,
): readonly string[] {
  return demand.flatMap((clause, index) =>
    clauseFaults(clause, isKnown).map((fault) => `clause ${index + 1} (${clause.capability}): ${fault}`),
  );
}

function clauseFaults(clause: Requirement, isKnown: (capability: string) => boolean): readonly string[] {
  const { capability, need, floor, min, kinds } = clause;
  const faults: string[] = [];
  if (typeof capability !== "string" || !isKnown(capability)) faults.push("the capability is not known");
  if (!Object.hasOwn(needRanks, need)) faults.push(`the need ${textOfJson(need)} is not known`);
  if (floor !== "native" && floor !== "emulated") faults.push(`the floor ${textOfJson(floor)} is not known`);
  if (min !== undefined && !(Number.isSafeInteger(min) && min > 0))
    faults.push("the minimum is not a positive integer");
  if (kinds?.some((kind) => kind === "")) faults.push("a kind is empty");
  return faults;
}
