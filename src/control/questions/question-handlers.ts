import { configuredEmulators } from "../../config/index.ts";
import { AbpError, parseDocument, recogniseDocument, unknownMembers } from "../../contract/index.ts";
import { explainCall, questionOf, translateCall, writeForCloud } from "../../gateway/index.ts";
import { uuidV7 } from "../../lib/index.ts";
import {
  answerNegotiation,
  catalogueManifest,
  emptyLayer,
  type Need,
  readRequirement,
  type Target,
} from "../../negotiation/index.ts";
import type { ControlContext } from "../context.ts";
import type { HandlersOf } from "../control-request.ts";
import { readCallQuestion } from "./call-question.ts";

const MODEL_PLACE = "$.model";
const RANDOM_BYTES_PER_ID = 10;

/** Questions that change nothing. */
export function openQuestionHandlers(
  context: ControlContext,
): HandlersOf<"validate_document" | "explain_call" | "translate_call" | "negotiate"> {
  const { config, now, random } = context;
  return {
    validate_document: async ({ body }) => {
      const kind = body.kind ?? recogniseDocument(body.document, "$.document");
      parseDocument(kind, body.document, "$.document");
      return { valid: true, kind, unknown_members: [...unknownMembers(kind, body.document)] };
    },
    explain_call: async ({ caller, body }) => {
      const { request, choice, target } = await readCallQuestion(context, caller, body);
      const { id } = target.engine.dialect;
      const passes = target.passes === true;
      const report = passes
        ? { from: id, to: id, entries: [] }
        : explainCall(questionOf(request, target, choice, MODEL_PLACE));
      const evidence = passes ? [] : target.evidence.map((one) => ({ ...one }));
      return { passes, choice: [...target.choice], report: { ...report }, evidence };
    },
    translate_call: async ({ caller, body }) => {
      const { request, choice, target } = await readCallQuestion(context, caller, body);
      const question = questionOf(request, target, choice, MODEL_PLACE);
      const { request: written, report } = translateCall(question);
      const { name = "", cloud } = target.engine;
      const { path, headers = [], body: sent } = writeForCloud({ name, cloud }, written);
      const pairs = headers.flatMap((header, at) => (at % 2 === 0 ? [[header, headers[at + 1]!]] : []));
      return { path, headers: pairs, body: sent, report: { ...report } };
    },
    negotiate: async ({ body }) => {
      const read = (texts: readonly string[], need: Need, member: string) =>
        texts.map((text, at) => readRequirement(text, need, `$.${member}[${at}]`));
      const demand = [
        ...read(body.require, "required", "require"),
        ...read(body.prefer, "preferred", "prefer"),
        ...read(body.on_use, "on_use", "on_use"),
      ];
      if (demand.length === 0) {
        throw new AbpError("validation_failed", "There is no requirement.", {
          where: "$.require",
          advice: "Name a capability in `require`, `prefer` or `on_use`.",
        });
      }
      const { calls: emulators, disabled } = configuredEmulators(config);
      const decision = answerNegotiation({
        id: uuidV7(now(), random(RANDOM_BYTES_PER_ID)),
        manifest: catalogueManifest(readTarget(body.to, "$.to")),
        previous: body.from === undefined ? undefined : readTarget(body.from, "$.from"),
        demand,
        mode: body.strict ? "strict" : config.negotiation.mode,
        lane: body.passthrough ? "passthrough" : "mapped",
        params: { launch: emptyLayer, runtime: emptyLayer },
        emulators,
        disabled,
      });
      return { ...decision };
    },
  };
}

function readTarget(text: string, where: string): Target {
  const cut = text.indexOf("/");
  if (cut <= 0 || cut === text.length - 1) {
    throw new AbpError("validation_failed", `${JSON.stringify(text)} is not provider/model.`, { where });
  }
  return { provider: text.slice(0, cut), model: text.slice(cut + 1) };
}
