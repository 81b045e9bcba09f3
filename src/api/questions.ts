import { z } from "zod";
import { documents } from "../contract/index.ts";
import { route } from "./route.ts";

const kinds = Object.keys(documents) as [keyof typeof documents, ...(keyof typeof documents)[]];
/** As the flags of `abp negotiate` take it. */
const Requirement = z.string().max(200).describe("`capability[:bound…]`, such as `context.window:200k`.");

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
