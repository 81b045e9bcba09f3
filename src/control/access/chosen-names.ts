import { AbpError } from "../../contract/index.ts";

/** Reads names that are separated by commas. Throws `validation_failed` for one that is not known. */
export function readNames<Name extends string>(
  text: string | undefined,
  known: readonly Name[],
  where: string,
): readonly Name[] | undefined {
  return text?.split(",").map((name) => {
    const found = known.find((one) => one === name);
    if (found !== undefined) return found;
    throw new AbpError("validation_failed", `${JSON.stringify(name)} is none of ${known.join(", ")}.`, {
      where: `query.${where}`,
    });
  });
}
