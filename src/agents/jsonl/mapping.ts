import { z } from "zod";

/** The place of a value in a line: names of members and indexes of lists, separated by dots. */
const Place = z.string().min(1);

/** Places of the figures that the agent reports. */
const UsagePlaces = z.strictObject({
  input_tokens: Place.optional(),
  output_tokens: Place.optional(),
  cache_read_tokens: Place.optional(),
  cache_write_tokens: Place.optional(),
  estimated_cost_usd: Place.optional(),
});

const when = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({});

/** What one kind of line, or of item in a line, means. */
const Meaning = z.discriminatedUnion("event", [
  z.strictObject({ when, event: z.literal("session"), id: Place }),
  z.strictObject({ when, event: z.literal("text"), text: Place, parent: Place.optional() }),
  z.strictObject({ when, event: z.literal("message"), text: Place.optional(), parent: Place.optional() }),
  z.strictObject({ when, event: z.literal("thinking"), text: Place }),
  z.strictObject({
    when,
    event: z.literal("tool_call"),
    id: Place,
    name: Place,
    input: Place,
    parent: Place.optional(),
  }),
  z.strictObject({
    when,
    event: z.literal("tool_result"),
    id: Place,
    output: Place,
    is_error: Place.optional(),
    name: Place.optional(),
  }),
  z.strictObject({ when, event: z.literal("usage"), usage: UsagePlaces }),
  z.strictObject({ when, event: z.literal("error"), message: Place }),
  z.strictObject({
    when,
    event: z.literal("result"),
    is_error: Place.optional(),
    message: Place.optional(),
    usage: UsagePlaces.optional(),
  }),
]);
export type Meaning = z.infer<typeof Meaning>;
export type UsagePlaces = z.infer<typeof UsagePlaces>;

/** Gives the meaning of the lines that `when` describes, or of the items of a list in them. */
const Rule = z.strictObject({ when, each: Place, items: z.array(Meaning) });
export type Rule = z.infer<typeof Rule>;

/** How the lines of an agent are understood. */
export const Mapping = z.strictObject({
  /** Where the task goes. An argument `{prompt}` is replaced in any case. */
  prompt: z.enum(["stdin", "arguments"]).default("stdin"),
  /** The agent's names of tools, and the contract's. */
  tools: z.record(z.string(), z.string()).default({}),
  /** Every rule that fits a line is used, in this order. */
  lines: z.array(z.union([Meaning, Rule])),
});
export type Mapping = z.infer<typeof Mapping>;
