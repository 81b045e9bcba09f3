/** Every kind of mutation, by the name that reports show. */
import { firstOrLast, optionalChain } from "./access.ts";
import { arithmetic, step } from "./arithmetic.ts";
import { comparison } from "./comparison.ts";
import { condition } from "./condition.ts";
import { booleanLiteral, collection, numberLiteral, stringLiteral } from "./literal.ts";
import { logical, negation } from "./logical.ts";
import { methodCall } from "./method-call.ts";
import type { Operator } from "./operator.ts";
import { earlyExit, effect, jump } from "./statement.ts";

export type { Replacement } from "./operator.ts";

export const operators: Readonly<Record<string, Operator>> = {
  comparison,
  logical,
  negation,
  condition,
  arithmetic,
  step,
  boolean: booleanLiteral,
  number: numberLiteral,
  string: stringLiteral,
  collection,
  effect,
  "early exit": earlyExit,
  jump,
  method: methodCall,
  "first or last": firstOrLast,
  "optional chain": optionalChain,
};
