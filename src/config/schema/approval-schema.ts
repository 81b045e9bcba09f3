import { z } from "zod";
import { key } from "./key-facts.ts";

export const ApprovalsSection = z
  .object({
    own: key(z.boolean().default(false), {
      description:
        "Whether a key may decide approvals of the runs and calls that it made itself. The admin key of the machine always may. A project's file cannot set it.",
      trusted: true,
    }),
  })
  .prefault({})
  .describe("Who decides approvals over the control API.");
