import { z } from "zod";
import { defineTool } from "./tool.ts";

/** Writes a whole file. */
export const writeTool = defineTool({
  name: "write",
  contractName: "Write",
  description: "Writes a file of the workspace and makes its directories. A file that exists is replaced.",
  input: z.strictObject({
    file_path: z.string().min(1).describe("the path, from the root of the workspace"),
    content: z.string(),
  }),
  async run({ file_path, content }, { files }) {
    const { name } = await files.write(file_path, content);
    const summary = `${Buffer.byteLength(content)} bytes written`;
    return { text: `${name}: ${summary}`, isError: false, changed: { path: name, summary } };
  },
});
