import { ExitCode } from "../../contract/index.ts";
import type { ModelCatalogue } from "../../negotiation/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { renderTable, tableColumns } from "./table.ts";

/** Prints the models of the catalogue with their limits. */
export function showModels(terminal: Terminal, catalogue: ModelCatalogue): number {
  if (terminal.json) {
    terminal.outJson(catalogue);
    return ExitCode.ok;
  }
  const rows = catalogue.models.map((model) => [
    `${model.provider}/${model.model}`,
    model.contextWindow?.toLocaleString("en") ?? "unknown",
    model.maxOutput?.toLocaleString("en") ?? "unknown",
    model.input?.join("+") ?? "unknown",
  ]);
  terminal.out(
    ...renderTable(["model", "context window", "maximum output", "input"], rows, tableColumns(terminal)),
  );
  terminal.say(`as of ${catalogue.date}; "unknown" marks limits that the vendor does not publish`);
  return ExitCode.ok;
}
