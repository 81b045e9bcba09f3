import { createRequire } from "node:module";
import type { Logger } from "pino";
import { formatTimestamp } from "../../contract/index.ts";
import { type KnownSecrets, knownSecrets, redactText } from "../../lib/index.ts";
import { type CallLogEntry, levelOf, outcomeOf } from "./call-entry.ts";
import { writeCallJson } from "./call-json.ts";
import { writeCallText } from "./call-text.ts";
import type { LogForm } from "./log-form.ts";
import { isLevelWritten, type LogLevel } from "./log-level.ts";
import { toLoggable } from "./loggable.ts";
import { secretForms } from "./secret-forms.ts";
import { openShownTexts } from "./shown-text.ts";
import { fieldsText, textLineStart, toTextLine } from "./text-line.ts";

/** Structured data of a message. The log redacts secrets in it. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes messages. It never throws and never writes a secret. */
export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  trace(message: string, fields?: LogFields): void;
  /** Writes the one line of a finished call: `warn` if it failed or was refused, else `info`. Costs a few microseconds. */
  call(entry: CallLogEntry): void;
  /** Returns whether messages of this level are written, for callers whose fields are costly to compute. */
  isWritten(level: LogLevel): boolean;
  /** Returns a log that adds these fields, such as a run id, to each of its messages. */
  child(fields: LogFields): Log;
}

/** The settings of a log as plain data, which can be sent to a worker thread. */
export interface LogSettings {
  readonly level: LogLevel;
  readonly form: LogForm;
  /** Colours the level of text lines. */
  readonly colour?: boolean | undefined;
  /** Values that are never written, in whatever encoding: keys of engines and callers. */
  readonly secrets?: readonly string[] | undefined;
}

export interface LogOptions extends LogSettings {
  /** Receives whole lines, each with its line break. */
  readonly write: (line: string) => void;
  readonly now?: () => Date;
}

type Pino = typeof import("pino");

/** Members that every line has; fields of the same name get an underscore. */
const RESERVED = new Set(["level", "time", "message"]);

/** Opens a log. It loads pino with the first message other than a call, because most commands write none. */
export function openLog(options: LogOptions): Log {
  const { level: setting, write, form, colour = false, now = () => new Date() } = options;
  const secrets = knownSecrets(options.secrets ?? [], secretForms);
  const show = openShownTexts(secrets);
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
      { write: (line: string) => write(form === "json" ? line : toTextLine(line, colour)) },
    );
  };

  const emit = (
    level: LogLevel,
    message: string,
    context: LogFields,
    fields: LogFields | undefined,
  ): void => {
    try {
      opened ??= open();
      opened[level](
        prepareFields(fields === undefined ? context : { ...context, ...fields }, secrets),
        redactText(message, { secrets }),
      );
    } catch {
      // A message that cannot be written must not break the work that it describes.
    }
  };

  const emitCall = (entry: CallLogEntry, contextText: string): void => {
    const outcome = outcomeOf(entry);
    const level = levelOf(outcome, entry.violations);
    if (!isLevelWritten(level, setting)) return;
    try {
      const time = formatTimestamp(now());
      if (form === "json") write(`${writeCallJson(entry, outcome, time, show)}${contextText}}\n`);
      else {
        const text = writeCallText(entry, outcome, show);
        write(`${textLineStart(time, level, colour)} ${text}${contextText}\n`);
      }
    } catch {
      // As above.
    }
  };

  const make = (context: LogFields): Log => {
    const at =
      (level: LogLevel) =>
      (message: string, fields?: LogFields): void => {
        if (isLevelWritten(level, setting)) emit(level, message, context, fields);
      };
    const ofCalls = callContext(prepareFields(context, secrets), form);
    return {
      error: at("error"),
      warn: at("warn"),
      info: at("info"),
      debug: at("debug"),
      trace: at("trace"),
      call: (entry) => emitCall(entry, ofCalls),
      isWritten: (level) => isLevelWritten(level, setting),
      child: (fields) => make({ ...context, ...fields }),
    };
  };
  return make({});
}

/** The fields of a log as they stand at the end of each line of a call. */
function callContext(fields: object, form: LogForm): string {
  if (form !== "json") return fieldsText(fields);
  const members = JSON.stringify(fields).slice(1, -1);
  return members === "" ? "" : `,${members}`;
}

function prepareFields(fields: LogFields, secrets: KnownSecrets): object {
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) named[RESERVED.has(name) ? `${name}_` : name] = value;
  try {
    return toLoggable(named, secrets) as object;
  } catch {
    // A getter may throw. The message is still worth writing.
    return { fields: "[unreadable]" };
  }
}
