import { createRequire } from "node:module";
import type { Logger } from "pino";
import { redactText } from "../../lib/index.ts";
import { toLoggable } from "./loggable.ts";
import { secretForms } from "./secret-forms.ts";
import { toTerminalLine } from "./terminal-line.ts";

const LEVELS = ["error", "warn", "info", "debug", "trace"] as const;

/** How important a message is, as `log_level` names it. */
export type LogLevel = (typeof LEVELS)[number];

/** What a message is about; secrets in it are hidden. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where messages go. It never throws and never shows a secret. */
export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  trace(message: string, fields?: LogFields): void;
  /** Whether messages of this level are written; for those whose fields are costly. */
  isWritten(level: LogLevel): boolean;
  /** A log whose messages all have these fields, such as the run's id. */
  child(fields: LogFields): Log;
}

/** How a log is opened. */
export interface LogOptions {
  readonly level: LogLevel;
  /** Takes whole lines, each with its line break. */
  readonly write: (line: string) => void;
  /** `json` unless told: one object a line. `terminal` is one line of text, for people. */
  readonly form?: "json" | "terminal";
  readonly colour?: boolean;
  /** Values that must never be shown, in whatever encoding: keys of engines and callers. */
  readonly secrets?: readonly string[];
  readonly now?: () => Date;
}

type Pino = typeof import("pino");

/** Names that a line has for itself. */
const TAKEN = new Set(["level", "time", "message"]);

/** Opens a log. The library is loaded with the first line, since most commands write none. */
export function openLog(options: LogOptions): Log {
  const { level, write, form = "json", colour = false, now = () => new Date() } = options;
  const secrets = secretForms(options.secrets ?? []);
  const lowest = LEVELS.indexOf(level);
  let opened: Logger | undefined;

  const open = (): Logger => {
    const pino = createRequire(import.meta.url)("pino") as Pino;
    return pino.pino(
      {
        level: "trace",
        base: null,
        messageKey: "message",
        timestamp: () => `,"time":"${now().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
      },
      { write: (line: string) => write(form === "json" ? line : toTerminalLine(line, colour)) },
    );
  };

  const emit = (at: LogLevel, message: string, context: LogFields, fields: LogFields | undefined): void => {
    try {
      opened ??= open();
      opened[at](
        prepare(fields === undefined ? context : { ...context, ...fields }, secrets),
        redactText(message, { secrets }),
      );
    } catch {
      // What cannot be logged must not break what it tells of.
    }
  };

  const make = (context: LogFields): Log => {
    const to =
      (at: LogLevel) =>
      (message: string, fields?: LogFields): void => {
        if (LEVELS.indexOf(at) <= lowest) emit(at, message, context, fields);
      };
    return {
      error: to("error"),
      warn: to("warn"),
      info: to("info"),
      debug: to("debug"),
      trace: to("trace"),
      isWritten: (at) => LEVELS.indexOf(at) <= lowest,
      child: (fields) => make({ ...context, ...fields }),
    };
  };
  return make({});
}

function prepare(fields: LogFields, secrets: readonly string[]): object {
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) named[TAKEN.has(name) ? `${name}_` : name] = value;
  try {
    return toLoggable(named, secrets) as object;
  } catch {
    // A getter that throws, or the like: the message still counts.
    return { fields: "[unreadable]" };
  }
}
