import { isDeepStrictEqual } from "node:util";
import {
  type Config,
  ConfigWatch,
  configIssuesOf,
  type LoadedConfig,
  type LoadOptions,
  listValues,
  trustCommand,
} from "../../../config/index.ts";
import { ExitCode } from "../../../contract/index.ts";
import { type Daemon, freeStartMemory } from "../../../daemon/index.ts";
import { openEngines } from "../../../engines/index.ts";
import { defaultEngineOf, enginesOf } from "../../../gateway/index.ts";
import { serveUntil } from "../../../server/index.ts";
import type { Log } from "../../../telemetry/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import { type TriedEngines, tryItLines } from "../../display/try-it.ts";
import { readPort } from "../../flags/number-flags.ts";
import type { DaemonSettings } from "../../gateway.ts";
import { loadSettings, servingSources } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { daemonLogSettings } from "./daemon-log.ts";

/** More names than anyone reads in a log line. */
const MAX_LOGGED_KEYS = 100;

/** More problems of a configuration than anyone mends at once. */
const MAX_LOGGED_PROBLEMS = 50;

/** Starts a daemon in this process. */
export type OpenDaemon = (terminal: Terminal, config: Config, settings: DaemonSettings) => Promise<Daemon>;

/**
 * Starts the daemon, prints how to call it, and serves until SIGINT, SIGTERM or the end of its terminal. Any other SIGHUP reloads
 * the configuration, as a change of its files does. Logs to standard error.
 */
export function upWith(openDaemon: OpenDaemon): CommandAction {
  return async (terminal, call) => {
    const sources = await servingSources(terminal);
    const loaded = await loadSettings(terminal, sources);
    const { config } = loaded;
    const { host } = terminal;
    const port = call.options["port"] as string | undefined;
    const settings = {
      isPublic: true,
      ...(port === undefined ? {} : { port: readPort(port, "--port") }),
    };
    const logSettings = daemonLogSettings(terminal, config);
    const { log, close } = await host.openLog(logSettings);
    let watch: ConfigWatch | undefined;
    let keepMemory: (() => void) | undefined;
    // From the first moment on: a SIGHUP during the start must not end the daemon. The watch reads the files after the start.
    const ignoreHangups = host.onHangup(() => {
      log.info("reloading the configuration");
      void watch?.reload();
    });
    try {
      const daemon = await openDaemon(terminal, config, {
        ...settings,
        settings: listValues(loaded),
        log,
        logSettings,
      });
      watch = watchKeys(sources, loaded, daemon, log);
      try {
        await printStart(terminal, config, daemon);
        keepMemory = freeStartMemory();
        await serveUntil(daemon, host.signal);
      } finally {
        keepMemory?.();
        watch.close();
      }
      return ExitCode.ok;
    } finally {
      ignoreHangups();
      await close();
    }
  };
}

// Only keys can change while the daemon runs. Anything else would interrupt calls. A change is judged as the start was.
function watchKeys(sources: LoadOptions, loaded: LoadedConfig, daemon: Daemon, log: Log): ConfigWatch {
  const started = loaded.config;
  let { keys } = started;
  return new ConfigWatch(sources, loaded, {
    onChange: ({ config }) => {
      const isOtherChanged = !isDeepStrictEqual({ ...config, keys: {} }, { ...started, keys: {} });
      if (isOtherChanged) log.warn("the configuration changed: only keys take effect before a restart");
      if (isDeepStrictEqual(config.keys, keys)) return;
      daemon.replaceKeys(config.keys);
      keys = config.keys;
    },
    onError: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      const problems = configIssuesOf(error)
        .slice(0, MAX_LOGGED_PROBLEMS)
        .map(({ where, message }) => `${where}: ${message}`);
      const all = problems.length === 0 ? undefined : { problems };
      log.warn(`the configuration changed and is not used: ${reason}`, all);
    },
    onUntrusted: ({ file, problem, keys: changed }) => {
      log.warn("the project file changed and is not trusted: its last trusted content stays in force", {
        file,
        ...(problem === undefined
          ? { would_change: changed.slice(0, MAX_LOGGED_KEYS), trust_with: trustCommand(file) }
          : { problem }),
      });
    },
  });
}

async function printStart(terminal: Terminal, config: Config, daemon: Daemon): Promise<void> {
  const opened = openEngines(enginesOf(config), { env: terminal.host.env });
  const engines = opened.list();
  await opened.close();
  if (terminal.json) {
    terminal.outJson({
      url: daemon.url,
      engines: engines.map(({ name, dialect, location }) => ({ name, dialect: dialect.id, place: location })),
      pid: process.pid,
    });
    return;
  }
  const { bold, dim, green, yellow } = terminal.colors;
  terminal.out(`${green("listening")} ${bold(daemon.url)}`);
  if (daemon.recovered > 0) {
    terminal.say(
      yellow(`${daemon.recovered} calls that an earlier daemon had left open were recorded as interrupted`),
    );
  }
  const rows = engines.map((engine) => [engine.name, engine.dialect.id, engine.location]);
  terminal.out("", ...renderTable(["engine", "dialect", "place"], rows, tableColumns(terminal)));
  if (engines.every((engine) => engine.isSimulated)) {
    const hint =
      "No engine is configured, so answers are simulated. docs/gateway.md shows how to add a real one.";
    terminal.out("", dim(hint));
  }
  printTryItCommands(terminal, daemon, { engines, preset: defaultEngineOf(config) });
}

function printTryItCommands(terminal: Terminal, { url, tokenFile }: Daemon, tried: TriedEngines): void {
  const { dim } = terminal.colors;
  const lines = tryItLines(url, tried);
  const key = tokenFile === undefined ? "'a key of [keys]'" : `"$(cat ${tokenFile})"`;
  terminal.out("", "Try it with any vendor's request:", "", `export BACKPLANE_KEY=${key}`);
  for (const { title, command } of lines) terminal.out("", dim(`# ${title}`), command);
  if (lines.length === 0)
    terminal.out(
      "",
      dim("# No model of any engine is known. Set `default_model` of one to get requests here."),
    );
  terminal.out(
    "",
    dim('# Point a program at it: eval "$(abp env claude)", or: abp exec -- claude'),
    dim("# Stop it with Ctrl+C"),
  );
}
