import { z } from "zod";

/** An MCP server that the agent may use: a program that the agent starts, or an address. */
export const McpServer = z
  .looseObject({
    command: z.string().optional(),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    url: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  })
  .refine((server) => (server.command === undefined) !== (server.url === undefined), {
    message: "an MCP server has either a command or a url",
  })
  .meta({ id: "McpServer" });
export type McpServer = z.infer<typeof McpServer>;
