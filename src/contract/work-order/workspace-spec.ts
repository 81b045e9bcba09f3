import { z } from "zod";

/** Whether an agent works in the directory itself or in a staged copy. */
export const WorkspaceMode = z.enum(["pass_through", "staged"]).meta({ id: "WorkspaceMode" });
export type WorkspaceMode = z.infer<typeof WorkspaceMode>;

/** The directory a work order is about. */
export const WorkspaceSpec = z
  .looseObject({
    root: z.string(),
    mode: WorkspaceMode,
    include: z.array(z.string()),
    exclude: z.array(z.string()),
  })
  .meta({ id: "WorkspaceSpec" });
export type WorkspaceSpec = z.infer<typeof WorkspaceSpec>;
