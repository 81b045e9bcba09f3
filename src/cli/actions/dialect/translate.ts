import { AbpError, ExitCode, type LossReport, readDocumentJson } from "../../../contract/index.ts";
import {
  type Dialect,
  detectDialect,
  detectDialects,
  findDialect,
  IdMap,
  isMembers,
  type Members,
  type ReplyOptions,
  StreamTranslator,
  translateError,
  translateReply,
} from "../../../dialects/index.ts";
import { explainCall, questionOf, translateCall, writeForCloud } from "../../../gateway/index.ts";
import { settleMembers } from "../../../lib/index.ts";
import type { CommandAction } from "../../command.ts";
import { showEvidence } from "../../display/evidence.ts";
import { showLosses } from "../../display/losses.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import { inputName, readInput } from "../../terminal/input.ts";
import { writeOutput } from "../../terminal/output.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { choiceOf, readTarget } from "./translation-target.ts";

type Options = Readonly<Record<string, unknown>>;
type Kind = "request" | "response" | "stream" | "error";

/** Translates a document or a stream to standard output. The losses go to standard error or to a file. */
export const translate: CommandAction = async (terminal, call) => {
  const path = (call.arguments[0] as string | undefined) ?? "-";
  const { options } = call;
  const bytes = await readInput(terminal, path);
  const kind = (options["kind"] as Kind | undefined) ?? recogniseKind(bytes);
  if (kind === "request") return translateRequestOf(terminal, options, readBody(bytes, path));
  const to = needDialect(options, "to");
  if (kind === "stream") {
    const translator = new StreamTranslator(
      needDialect(options, "from"),
      to,
      replyOptions(terminal, options),
    );
    terminal.host.writeOut(translator.push(bytes));
    terminal.host.writeOut(translator.end());
    return tell(terminal, options, translator.report());
  }
  const body = readBody(bytes, path);
  if (kind === "error") {
    const {
      status,
      body: written,
      report,
    } = translateError(needDialect(options, "from"), to, Number(options["status"]), body);
    terminal.say(terminal.colors.dim(`HTTP ${status}`));
    terminal.out(JSON.stringify(written));
    return tell(terminal, options, report);
  }
  const { body: written, report } = translateReply(
    needDialect(options, "from"),
    to,
    body,
    replyOptions(terminal, options),
  );
  terminal.out(JSON.stringify(written));
  return tell(terminal, options, report);
};

async function translateRequestOf(terminal: Terminal, options: Options, body: unknown): Promise<number> {
  const judged = { dialect: sourceOf(terminal, options, body), body: asMembers(body) };
  const choice = choiceOf(options);
  const target = await readTarget(terminal, choice, judged);
  const { request: written, report } = translateCall(questionOf(judged, target, choice));
  const { name = "", cloud } = target.engine;
  const request = writeForCloud({ name, cloud }, written);
  const { headers = [] } = request;
  terminal.say(terminal.colors.dim(`POST ${request.path}`));
  for (let index = 0; index < headers.length; index += 2)
    terminal.say(terminal.colors.dim(`${headers[index]}: ${headers[index + 1]}`));
  terminal.out(JSON.stringify(request.body));
  return tell(terminal, options, report);
}

/** Reads a body as the gateway does: numbers travel as they are written, and settings are their doubles. */
function readBody(bytes: Uint8Array, path: string): unknown {
  const body = readDocumentJson(bytes, inputName(path), "as-written");
  return isMembers(body) ? settleMembers(body) : body;
}

/** Reports what a translation would do. The exit code is 5 when it would be refused. */
export const explain: CommandAction = async (terminal, call) => {
  const path = call.arguments[0] as string;
  const body = readBody(await readInput(terminal, path), path);
  const { options } = call;
  const judged = { dialect: sourceOf(terminal, options, body), body: asMembers(body) };
  const choice = choiceOf(options);
  const target = await readTarget(terminal, choice, judged);
  for (const reason of target.choice) terminal.say(terminal.colors.dim(reason));
  const { dialect } = target.engine;
  if (target.passes === true) {
    if (terminal.json) terminal.outJson({ from: dialect.id, to: dialect.id, entries: [] });
    else terminal.out(`the engine speaks ${dialect.id}: every byte passes unchanged, and nothing is lost`);
    return ExitCode.ok;
  }
  const report = explainCall(questionOf(judged, target, choice));
  const { evidence } = target;
  if (terminal.json) terminal.outJson(evidence.length === 0 ? report : { ...report, evidence });
  else terminal.out(...showLosses(terminal, report, true), ...showEvidence(terminal, evidence));
  return report.entries.some((entry) => entry.disposition === "refused") ? ExitCode.capability : ExitCode.ok;
};

/** Prints how likely a request is written in each dialect. */
export const detect: CommandAction = async (terminal, call) => {
  const path = call.arguments[0] as string;
  const found = detectDialects(asMembers(readDocumentJson(await readInput(terminal, path), inputName(path))));
  const scores = found.map(({ dialect, score }) => ({ dialect: dialect.id, title: dialect.title, score }));
  if (terminal.json) terminal.outJson(scores);
  else
    terminal.out(
      ...renderTable(
        ["dialect", "score", "wire format"],
        scores.map((one) => [one.dialect, one.score.toFixed(2), one.title]),
        tableColumns(terminal),
      ),
    );
  return ExitCode.ok;
};

async function tell(terminal: Terminal, options: Options, report: LossReport): Promise<number> {
  const all = options["all"] === true;
  const file = options["report"] as string | undefined;
  const entries = all ? report.entries : report.entries.filter((entry) => entry.disposition !== "mapped");
  if (file !== undefined)
    await writeOutput(terminal, file, `${JSON.stringify({ ...report, entries }, null, 2)}\n`);
  else if (terminal.json) terminal.host.writeError(`${JSON.stringify({ ...report, entries })}\n`);
  else terminal.say(...showLosses(terminal, report, all));
  return ExitCode.ok;
}

// An SSE line begins with a field name, and a JSON document does not.
function recogniseKind(bytes: Uint8Array): Kind {
  const text = Buffer.from(bytes.subarray(0, 4096)).toString("utf8");
  if (/^\uFEFF?(data|event|id|retry|:)/.test(text)) return "stream";
  if (/^\s*\{\s*"(error|type"\s*:\s*"error)"/.test(text)) return "error";
  return /"(choices|candidates|stop_reason|output)"\s*:/.test(text) &&
    !/"(messages|contents|input)"\s*:/.test(text)
    ? "response"
    : "request";
}

function needDialect(options: Options, name: "from" | "to"): Dialect {
  const id = options[name] as string | undefined;
  if (id === undefined)
    throw new AbpError("usage_invalid", `--${name} is required here`, { where: "abp translate" });
  return findDialect(id);
}

function sourceOf(terminal: Terminal, options: Options, body: unknown): Dialect {
  const stated = options["from"] as string | undefined;
  if (stated !== undefined) return findDialect(stated);
  const best = detectDialect(asMembers(body), "--from");
  terminal.say(terminal.colors.dim(`detected ${best.id} (${best.title})`));
  return best;
}

function replyOptions(terminal: Terminal, options: Options): ReplyOptions {
  const model = (options["model"] as string | undefined) ?? "";
  const tools = { custom: new Set<string>(), namespaced: new Map() };
  return {
    memory: { ids: new IdMap(), tools, streams: true, streamUsage: true, model },
    id: "translated",
    created: Math.floor(terminal.host.now().getTime() / 1000),
  };
}

function asMembers(body: unknown): Members {
  if (isMembers(body)) return body;
  throw new AbpError("contract_schema_violation", "$ is not an object");
}
