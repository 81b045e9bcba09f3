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
import { fieldsText, plainText, textLineStart } from "./text-line.ts";

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

/** Members that every line has; fields of the same name get an underscore. */
const RESERVED = new Set(["level", "time", "message"]);

/** Opens a log that writes its lines itself: no library, and nothing to load with the first message. */
export function openLog(options: LogOptions): Log {
  const { level: setting, write, form, colour = false, now = () => new Date() } = options;
  const secrets = knownSecrets(options.secrets ?? [], secretForms);
  const show = openShownTexts(secrets);

  const emit = (
    level: LogLevel,
    message: string,
    context: LogFields,
    fields: LogFields | undefined,
  ): void => {
    try {
      const time = formatTimestamp(now());
      const shown = redactText(message, { secrets });
      const all = prepareFields(fields === undefined ? context : { ...context, ...fields }, secrets);
      if (form === "json")
        write(
          `{"level":"${level}","time":"${time}"${membersText(all)},"message":${JSON.stringify(shown)}}\n`,
        );
      else write(`${textLineStart(time, level, colour)} ${plainText(shown)}${fieldsText(all)}\n`);
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
  return form === "json" ? membersText(fields) : fieldsText(fields);
}

/** Further members of a JSON object, each after a comma. */
function membersText(fields: object): string {
  const members = JSON.stringify(fields).slice(1, -1);
  return members === "" ? "" : `,${members}`;
}

function prepareFields(fields: LogFields, secrets: KnownSecrets): object {
  // An assignment would take `__proto__` for the prototype, whose members could forge the message.
  const named = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [RESERVED.has(name) ? `${name}_` : name, value]),
  );
  try {
    return toLoggable(named, secrets) as object;
  } catch {
    // A getter may throw. The message is still worth writing.
    return { fields: "[unreadable]" };
  }
}
