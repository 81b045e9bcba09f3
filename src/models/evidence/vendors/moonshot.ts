import type { ErrorPattern } from "../error-pattern.ts";
import { teachPart, teachSampling } from "../teaching.ts";

const shared = { apis: ["kimi"], codes: ["invalid_request_error"] } as const;
const members = { temperature: "temperature", top_p: "topP" } as const;

/** Errors of Moonshot's Chat Completions. */
export const moonshotPatterns: readonly ErrorPattern[] = [
  {
    ...shared,
    id: "moonshot.fixed_sampling",
    text: /invalid (temperature|top_p): only (\d(?:\.\d{1,4})?) is allowed for this model/i,
    value: ([, field, value]) => `${field!.toLowerCase()} ${value}`,
    fields: (value) => [value.split(" ")[0]!],
    teach: (limits, value) => {
      const [field, number] = value.split(" ");
      const member = members[field as keyof typeof members];
      return member === undefined
        ? limits
        : teachSampling(limits, { [member]: { is: "only", value: Number(number) } });
    },
  },
  {
    ...shared,
    id: "moonshot.forced_choice",
    text: /tool_choice '(required|specified)' is incompatible with thinking enabled/i,
    value: ([, choice]) => choice!.toLowerCase(),
    fields: () => ["tool_choice"],
    teach: (limits, value) =>
      teachPart(
        limits,
        "choice",
        value === "required" ? { forced: "without thinking" } : { named: "without thinking" },
      ),
  },
];
