import { z } from "zod";
import { AbpError, type ErrorCode, errorCodes } from "../../contract/index.ts";

const Refusal = z.object({
  code: z.string(),
  detail: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** Reads the JSON of an answer. Throws the error of a refusal as the command's own. */
export async function readAnswer(answer: Response): Promise<unknown> {
  const text = await answer.text();
  const value = parse(text);
  if (answer.ok) return value;
  const refusal = Refusal.safeParse(value);
  if (!refusal.success)
    throw new AbpError("internal", `the daemon answered ${answer.status}, and gave no reason`);
  const { code, detail, details = {} } = refusal.data;
  const known = errorCodes.includes(code as ErrorCode) ? (code as ErrorCode) : "internal";
  const { where, advice, ...more } = details;
  throw new AbpError(known, detail, {
    details: more,
    ...(typeof where === "string" ? { where } : {}),
    ...(typeof advice === "string" ? { advice } : {}),
  });
}

function parse(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (error) {
    throw new AbpError("internal", "the daemon's answer is not JSON", { cause: error });
  }
}
