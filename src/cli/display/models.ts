import { ExitCode } from "../../contract/index.ts";
import type { ModelCatalogue } from "../../negotiation/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { renderTable } from "./table.ts";

/** Shows the models of the catalogue with their limits. */
export function presentModels(terminal: Terminal, catalogue: ModelCatalogue): number {
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
  terminal.out(...renderTable(["model", "context window", "greatest output", "input"], rows));
  terminal.say(`as of ${catalogue.date}; a limit that is not surely known says so`);
  return ExitCode.ok;
}
