import { AbpError, type WorkOrder } from "../../contract/index.ts";
import { readJsonAnswer, type SchemaError } from "../../negotiation/index.ts";
import { endWith, type RunEnd } from "../ending/run-end.ts";

/** The end of a run whose answer was checked, and the answer with its faults if it breaks the schema. */
export interface CheckedAnswer {
  readonly end: RunEnd;
  readonly broken: BrokenAnswer | undefined;
}

export interface BrokenAnswer {
  /** As the agent wrote it. */
  readonly text: string;
  readonly errors: readonly SchemaError[];
}

/**
 * Checks the answer of a completed run against the schema of its order. A backend that reports no answer of its own gives it as its
 * last message. An answer that breaks the schema fails the run.
 */
export function checkAnswer(
  end: RunEnd,
  order: Pick<WorkOrder, "output_schema">,
  lastMessage: string,
): CheckedAnswer {
  const { output_schema: schema } = order;
  const { report } = end;
  const kept = { end, broken: undefined };
  if (schema === undefined || end.error !== undefined || report.outcome !== "complete") return kept;
  const text = report.structuredOutput === undefined ? lastMessage : JSON.stringify(report.structuredOutput);
  const answer = readJsonAnswer(text, { kind: "json_schema", name: "answer", schema });
  if (!answer.ok) {
    const { errors } = answer;
    return { end: endWith(brokenAnswer(errors), "failed", report), broken: { text, errors } };
  }
  if (report.structuredOutput !== undefined) return kept;
  const structuredOutput = JSON.parse(answer.source) as unknown;
  return { end: { ...end, report: { ...report, structuredOutput } }, broken: undefined };
}

function brokenAnswer(errors: readonly SchemaError[]): AbpError {
  const { path, message } = errors[0]!;
  const place = path === "" ? "" : ` at ${path}`;
  return new AbpError(
    "capability_emulation_failed",
    `the answer of the run does not satisfy its output schema${place}: ${message}`,
    {
      where: "output_schema",
      advice: "Run it again, or choose a backend with native structured output: `abp backends` lists them.",
      details: { errors },
    },
  );
}
