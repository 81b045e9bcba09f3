import { jsonLineWriter, type LineWriter, type TextOutput } from "../../lines/line-writer.ts";

/** Writes lines in the format of `--output-format`: all of them, only the result, or only the text of the result. */
export function claudeOutput(format: "text" | "json" | "stream-json", output: TextOutput): LineWriter {
  const lines = jsonLineWriter(output);
  if (format === "stream-json") return lines;
  return {
    write(message) {
      const { type, result, errors } = message as {
        type?: string;
        result?: string;
        errors?: readonly string[];
      };
      if (type !== "result") return;
      if (format === "json") return lines.write(message);
      output.writeOut(`${result ?? errors?.join("\n") ?? ""}\n`);
      return output.drained();
    },
  };
}
