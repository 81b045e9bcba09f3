import { isMembers, type Members } from "../members/members.ts";

/** A model that a request names besides its own. */
export interface WithinModel {
  readonly model: string;
  /** A path such as `$.tools[0].model`. */
  readonly where: string;
}

/** Members below which callers describe their own tools. */
const NOT_READ: ReadonlySet<string> = new Set([
  "parameters",
  "input_schema",
  "arguments",
  "args",
  "metadata",
]);
const MAX_DEPTH = 64;

/**
 * Lists the models that a request names at places that end with one of these names; elements of lists are passed over. What stands
 * there and is no text is a model without a name.
 */
export function listModelsWithin(body: Members, places: readonly (readonly string[])[]): WithinModel[] {
  const found: WithinModel[] = [];
  if (places.length > 0) visit(body, [], "$", places, found);
  return found;
}

function visit(
  value: unknown,
  path: readonly string[],
  where: string,
  places: readonly (readonly string[])[],
  found: WithinModel[],
): void {
  if (path.length > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) visit(one, path, `${where}[${index}]`, places, found);
    return;
  }
  const isPlace = places.some((names) =>
    names.every((name, index) => path.at(index - names.length) === name),
  );
  if (isPlace && typeof value === "string") found.push({ model: value, where });
  else if (isPlace && value !== null && !isMembers(value)) found.push({ model: "", where });
  if (!isMembers(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (!NOT_READ.has(name)) visit(member, [...path, name], `${where}.${name}`, places, found);
  }
}
