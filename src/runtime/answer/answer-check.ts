import { AbpError, type WorkOrder } from "../../contract/index.ts";
import { readJsonAnswer, type SchemaError } from "../../negotiation/index.ts";
import { endWith, type RunEnd } from "../ending/run-end.ts";

/**
 * Checks the answer of a completed run against the schema of its order. A backend that reports no answer of its own gives it as its
 * last message. An answer that breaks the schema fails the run.
 */
export function checkAnswer(
  end: RunEnd,
  order: Pick<WorkOrder, "output_schema">,
  lastMessage: string,
): RunEnd {
  const { output_schema: schema } = order;
  const { report } = end;
  if (schema === undefined || end.error !== undefined || report.outcome !== "complete") return end;
  const text = report.structuredOutput === undefined ? lastMessage : JSON.stringify(report.structuredOutput);
  const answer = readJsonAnswer(text, { kind: "json_schema", name: "answer", schema });
  if (!answer.ok) return endWith(brokenAnswer(answer.errors), "failed", report);
  if (report.structuredOutput !== undefined) return end;
  return { ...end, report: { ...report, structuredOutput: JSON.parse(answer.source) as unknown } };
}

function brokenAnswer(errors: readonly SchemaError[]): AbpError {
  const first = errors[0];
  const place = first?.path ? ` at ${first.path}` : "";
  return new AbpError(
    "capability_emulation_failed",
    `the answer of the run does not satisfy its output schema${place}: ${first?.message ?? "it is not valid"}`,
    {
      where: "output_schema",
      advice: "Run it again, or choose a backend with native structured output: `abp backends` lists them.",
      details: { errors },
    },
  );
}
