import { z } from "zod";
import { documents } from "../contract/index.ts";
import { route } from "./route.ts";

const kinds = Object.keys(documents) as [keyof typeof documents, ...(keyof typeof documents)[]];
/** As the flags of `abp negotiate` take it. */
const Requirement = z.string().max(200).describe("`capability[:bound…]`, such as `context.window:200k`.");

const Dialect = z
  .string()
  .max(32)
  .regex(/^[a-z]+$/);

const Call = z.strictObject({
  body: z.record(z.string(), z.unknown()).describe("The request as its caller would send it."),
  from: Dialect.optional().describe("The dialect of the request; recognised by its members if absent."),
  to: Dialect.optional().describe("A dialect, which stands for its own vendor."),
  engine: z.string().max(128).optional().describe("An engine. Without it and `to`, the routes decide."),
  model: z.string().max(512).optional().describe("For dialects whose body names no model."),
  strict: z.boolean().default(false),
  allow_loss: z.array(z.string().max(512)).max(1000).optional(),
  emulate: z.array(z.string().max(128)).max(100).optional(),
});

/** Questions that change nothing: the answers of the commands of the same names. */
export const questionRoutes = [
  route({
    name: "validate_document",
    method: "POST",
    path: "/validate",
    group: "questions",
    summary: "Checks a document of the contract.",
    needs: "facts.read",
    body: z.strictObject({
      kind: z.enum(kinds).optional().describe("Recognised by its members if absent."),
      document: z.unknown(),
    }),
    status: 200,
    answer: z.object({
      valid: z.literal(true),
      kind: z.enum(kinds),
      unknown_members: z.array(z.object({ path: z.string(), suggestion: z.string().optional() })),
    }),
  }),
  route({
    name: "explain_call",
    method: "POST",
    path: "/explain",
    group: "questions",
    summary: "Says what a translation of a request would keep, change and refuse.",
    needs: "facts.read",
    body: Call,
    status: 200,
    answer: z.object({
      passes: z.boolean().describe("Whether every byte would pass unchanged; the report is then empty."),
      choice: z.array(z.string()).describe("Why this engine was chosen, if none was named."),
      report: z.record(z.string(), z.unknown()),
      evidence: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
  route({
    name: "translate_call",
    method: "POST",
    path: "/translate",
    group: "questions",
    summary: "Translates a request. Nothing is sent.",
    needs: "facts.read",
    body: Call,
    status: 200,
    answer: z.object({
      path: z.string(),
      headers: z.array(z.array(z.string())).describe("Pairs of a name and a value."),
      body: z.unknown(),
      report: z.record(z.string(), z.unknown()),
    }),
  }),
  route({
    name: "negotiate",
    method: "POST",
    path: "/negotiate",
    group: "questions",
    summary: "Compares requirements with what a model can do, or judges a switch between two models.",
    needs: "facts.read",
    body: z.strictObject({
      to: z.string().max(256).describe("`provider/model`"),
      from: z.string().max(256).optional().describe("`provider/model`: the model that the session has now."),
      require: z.array(Requirement).max(200).default([]),
      prefer: z.array(Requirement).max(200).default([]),
      on_use: z.array(Requirement).max(200).default([]),
      strict: z.boolean().default(false),
      passthrough: z.boolean().default(false),
    }),
    status: 200,
    answer: z.record(z.string(), z.unknown()),
  }),
] as const;
