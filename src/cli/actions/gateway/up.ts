import { isDeepStrictEqual } from "node:util";
import { type Config, ConfigWatch } from "../../../config/index.ts";
import { ExitCode } from "../../../contract/index.ts";
import { type Daemon, serveUntil } from "../../../daemon/index.ts";
import { openEngines } from "../../../engines/index.ts";
import { enginesOf } from "../../../gateway/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable } from "../../display/table.ts";
import { tryItLines } from "../../display/try-it.ts";
import { readPort } from "../../flags/number-flags.ts";
import { openDaemon } from "../../gateway.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Starts the daemon and serves until it is told to stop. */
export const up: CommandAction = async (terminal, call) => {
  const { config } = loadSettings(terminal);
  const { host } = terminal;
  const asked = call.options["port"] as string | undefined;
  const port = asked === undefined ? undefined : readPort(asked, "--port");
  const daemon = await openDaemon(terminal, config, {
    isPublic: true,
    ...(port === undefined ? {} : { port }),
  });
  const engines = openEngines(enginesOf(config), { env: host.env }).list();
  if (terminal.json) {
    terminal.outJson({
      url: daemon.url,
      engines: engines.map(({ name, dialect, location }) => ({ name, dialect: dialect.id, place: location })),
      pid: process.pid,
    });
  } else {
    const { bold, dim, green, yellow } = terminal.colors;
    terminal.out(`${green("listening")} ${bold(daemon.url)}`);
    if (daemon.recovered > 0)
      terminal.say(
        yellow(`${daemon.recovered} calls that an earlier daemon had left open were recorded as interrupted`),
      );
    terminal.out(
      "",
      ...renderTable(
        ["engine", "dialect", "place"],
        engines.map((engine) => [engine.name, engine.dialect.id, engine.location]),
      ),
    );
    if (engines.every((engine) => engine.isSimulated)) {
      terminal.out(
        "",
        dim(
          "No engine is configured, so answers are simulated; docs/gateway.md shows how to add a real one.",
        ),
      );
    }
    tellHowToTry(terminal, daemon);
  }
  const watch = watchKeys(terminal, config, daemon);
  await serveUntil({ stop: () => daemon.stop() }, host.signal);
  watch.close();
  return ExitCode.ok;
};

// Keys come and go while the daemon runs; for anything else calls would have to stop.
function watchKeys(terminal: Terminal, started: Config, daemon: Daemon): ConfigWatch {
  const { cwd, env, home } = terminal.host;
  const warn = (text: string) => terminal.say(`${terminal.colors.yellow("warning")} ${text}`);
  let { keys } = started;
  return new ConfigWatch(
    { cwd, env, home, configFile: terminal.configFile },
    {
      onChange: ({ config }) => {
        const isOther = !isDeepStrictEqual({ ...config, keys: {} }, { ...started, keys: {} });
        if (isOther) warn("the configuration changed: only keys are taken over before the next start");
        if (isDeepStrictEqual(config.keys, keys)) return;
        daemon.replaceKeys(config.keys);
        keys = config.keys;
        terminal.say(`the keys in force are ${Object.keys(keys).join(", ")}`);
      },
      onError: (error) => {
        warn(
          `the configuration changed and is not taken over: ${error instanceof Error ? error.message : error}`,
        );
      },
    },
  );
}

function tellHowToTry(terminal: Terminal, { url, tokenFile }: Daemon): void {
  const { dim } = terminal.colors;
  const key = tokenFile === undefined ? "'a key of [keys]'" : `"$(cat ${tokenFile})"`;
  terminal.out("", "Try it, in any vendor's words:", "", `export BACKPLANE_KEY=${key}`);
  for (const { title, command } of tryItLines(url)) terminal.out("", dim(`# ${title}`), command);
  terminal.out(
    "",
    dim('# Point a program at it: eval "$(abp env claude)", or: abp exec -- claude'),
    dim("# Stop it with Ctrl+C"),
  );
}
