import type { z } from "zod";
import { documents } from "../../../contract/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import { writeOutput } from "../../terminal/output.ts";

/** Prints a JSON Schema, or the list of schemas. */
export const schema: CommandAction = async (terminal, call) => {
  const name = call.arguments[0] as string | undefined;
  const all = await schemas();
  if (name === undefined) {
    const rows = [...all].map(([kind, one]) => [kind, one.description ?? ""]);
    if (terminal.json) terminal.outJson([...all.keys()]);
    else terminal.out(...renderTable(["document", "what it is"], rows, tableColumns(terminal)));
    return 0;
  }
  const { toJSONSchema } = await import("zod");
  const value = toJSONSchema(all.get(name)!, { io: "input", target: "draft-2020-12" });
  const text = JSON.stringify(value, null, 2);
  const out = call.options["out"] as string | undefined;
  if (out === undefined) terminal.out(text);
  else await writeOutput(terminal, out, `${text}\n`);
  return 0;
};

async function schemas(): Promise<Map<string, z.ZodType>> {
  const { ConfigSchema } = await import("../../../config/index.ts");
  return new Map<string, z.ZodType>([...Object.entries(documents), ["backplane_config", ConfigSchema]]);
}
