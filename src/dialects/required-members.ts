import { AbpError } from "../contract/index.ts";
import { numberOf } from "../lib/index.ts";
import { isMembers, type Members } from "./members/members.ts";

/** What every request of a dialect must say, so that its own vendor accepts it. */
export interface RequiredMembers {
  /** The member that holds the turns of the conversation, which may not be empty. */
  readonly turns: string;
  /** Whether the turns must be there; without it the reader of the dialect decides. */
  readonly needsTurns?: (body: Members) => boolean;
  /** The members that limit the output, each by its names from the outermost. None may be negative. */
  readonly limits: readonly (readonly string[])[];
  /** Whether the vendor refuses a request that has no limit. */
  readonly needsLimit?: boolean;
  /** What the vendor refuses together with a limit of 0: its path, or undefined if the request has none of it. */
  readonly besideZero?: (body: Members) => string | undefined;
}

/** The facts of a call beside its body. */
export interface RequiredContext {
  /** The model that the path or the configuration names. */
  readonly model: string | undefined;
  readonly operation: "generate" | "count_tokens";
}

/**
 * Throws `contract_schema_violation` for a request that its own vendor would refuse, so that another vendor does not answer
 * it: without a model or turns, with a negative limit, or without a limit that is required.
 */
export function checkRequired(required: RequiredMembers, body: Members, context: RequiredContext): void {
  if (context.model === undefined && !isName(body["model"]))
    throw fault("$.model", "names no model, and neither does the configuration");
  checkTurns(required, body);
  const found = required.limits.filter((names) => valueAt(body, names) !== undefined);
  for (const names of found) {
    const limit = numberOf(valueAt(body, names));
    if (limit === undefined) continue;
    const path = `$.${names.join(".")}`;
    if (limit < 0) throw fault(path, `is ${limit}; it must not be negative`);
    const beside = limit === 0 ? required.besideZero?.(body) : undefined;
    if (beside !== undefined) throw fault(path, `must be at least 1 if the request has ${beside}`);
  }
  if (found.length === 0 && required.needsLimit === true && context.operation === "generate")
    throw fault(`$.${required.limits[0]!.join(".")}`, "is required");
}

function checkTurns({ turns, needsTurns }: RequiredMembers, body: Members): void {
  const value = body[turns] ?? undefined;
  if (value === undefined && needsTurns?.(body) === true) throw fault(`$.${turns}`, "is required");
  if (Array.isArray(value) ? value.length === 0 : value === "")
    throw fault(`$.${turns}`, "is empty; it must hold at least one message");
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function valueAt(body: Members, names: readonly string[]): unknown {
  let value: unknown = body;
  for (const name of names) value = isMembers(value) ? value[name] : undefined;
  return value ?? undefined;
}

function fault(path: string, reason: string): AbpError {
  return new AbpError("contract_schema_violation", `${path} ${reason}`, { where: path, details: { path } });
}
