import { BackendRegistry } from "../../../backends/index.ts";
import { wireCapabilities } from "../../../contract/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable } from "../../display/table.ts";
import { loadSettings } from "../../settings.ts";

/** Lists the backends of the configuration and the mock. */
export const backends: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const registered = new BackendRegistry(config.backends).list();
  if (terminal.json) {
    terminal.outJson(
      registered.map(({ name, type, backend }) => ({
        name,
        type,
        state: "ready",
        identity: backend.known?.identity ?? null,
        capabilities: backend.known?.capabilities ?? {},
      })),
    );
    return 0;
  }
  if (call.options["capabilities"] === true) {
    const runnable = registered.filter((one) => one.backend.known !== undefined);
    const rows = wireCapabilities.map((capability) => [
      capability,
      ...runnable.map((one) => describeLevel(one.backend.known?.capabilities[capability])),
    ]);
    terminal.out(...renderTable(["capability", ...runnable.map((one) => one.name)], rows));
    return 0;
  }
  const rows = registered.map(({ name, type, backend }) => [
    name,
    type,
    backend.known?.identity.backend_version ?? "-",
    terminal.colors.green("ready"),
    backend.known === undefined
      ? "-"
      : `${Object.keys(backend.known.capabilities).length} of ${wireCapabilities.length}`,
  ]);
  terminal.out(...renderTable(["backend", "type", "version", "state", "capabilities"], rows));
  return 0;
};

function describeLevel(level: unknown): string {
  if (level === undefined) return "-";
  return typeof level === "string" ? level : "restricted";
}
