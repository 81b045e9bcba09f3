import { z } from "zod";
import { isBinary } from "./read-file.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

/** Replaces a text in a file. */
export const editTool = defineTool({
  name: "edit",
  contractName: "Edit",
  description:
    'Replaces an exact text in a file of the workspace. "old_string" must stand there exactly once, unless "replace_all" is true.',
  input: z.strictObject({
    file_path: z.string().min(1).describe("the path, from the root of the workspace"),
    old_string: z.string().min(1),
    new_string: z.string(),
    replace_all: z.boolean().optional(),
  }),
  async run({ file_path, old_string, new_string, replace_all = false }, { files }) {
    const bytes = await files.read(file_path);
    const text = bytes.toString("utf8");
    // Bytes that are no UTF-8 would be lost.
    if (isBinary(bytes) || !Buffer.from(text).equals(bytes)) throw new ToolFailure(`${file_path} is no text`);
    if (old_string === new_string) throw new ToolFailure("old_string and new_string are the same");
    const parts = text.split(old_string);
    const count = parts.length - 1;
    if (count === 0) throw new ToolFailure(`old_string does not stand in ${file_path}`);
    if (count > 1 && !replace_all) {
      throw new ToolFailure(
        `old_string stands ${count} times in ${file_path}; add lines around it, or set replace_all`,
      );
    }
    const { name } = await files.write(file_path, parts.join(new_string));
    const summary = count === 1 ? "1 replacement" : `${count} replacements`;
    return { text: `${name}: ${summary}`, isError: false, changed: { path: name, summary } };
  },
});
