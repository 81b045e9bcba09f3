import { z } from "zod";

/** The body of every error. */
export const problemSchema = z.object({
  type: z.string().describe("A URI reference to the documentation of the code."),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  instance: z.string().describe("The path that was asked for."),
  code: z.string().describe("A code of docs/errors.md, or a number of the mapping taxonomy."),
  details: z.record(z.string(), z.unknown()).describe("`where` names the place, `issues` lists all places."),
  request_id: z.string(),
  timestamp: z.string(),
  documentation_url: z.string(),
});
