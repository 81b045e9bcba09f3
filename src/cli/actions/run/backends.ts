import { listBackends } from "../../../backends/index.ts";
import { wireCapabilities } from "../../../contract/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable } from "../../display/table.ts";
import { loadSettings } from "../../settings.ts";

/** Lists the backends of the configuration and the mock. */
export const backends: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const registered = listBackends(config.backends);
  if (terminal.json) {
    terminal.outJson(
      registered.map(({ name, type, backend }) => ({
        name,
        type,
        state: backend === undefined ? "unavailable" : "ready",
        identity: backend?.identity ?? null,
        capabilities: backend?.capabilities ?? {},
      })),
    );
    return 0;
  }
  if (call.options["capabilities"] === true) {
    const runnable = registered.filter((one) => one.backend !== undefined);
    const rows = wireCapabilities.map((capability) => [
      capability,
      ...runnable.map((one) => describeLevel(one.backend?.capabilities[capability])),
    ]);
    terminal.out(...renderTable(["capability", ...runnable.map((one) => one.name)], rows));
    return 0;
  }
  const rows = registered.map(({ name, type, backend }) => [
    name,
    type,
    backend?.identity.backend_version ?? "-",
    backend === undefined ? terminal.colors.yellow("not in this build") : terminal.colors.green("ready"),
    backend === undefined ? "-" : `${Object.keys(backend.capabilities).length} of ${wireCapabilities.length}`,
  ]);
  terminal.out(...renderTable(["backend", "type", "version", "state", "capabilities"], rows));
  return 0;
};

function describeLevel(level: unknown): string {
  if (level === undefined) return "-";
  return typeof level === "string" ? level : "restricted";
}
