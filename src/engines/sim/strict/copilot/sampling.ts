import { samplingRules as claudeRules } from "../claude/sampling.ts";
import { samplingRules as chatRules } from "../openai/sampling.ts";
import type { Check, Rules } from "../violation.ts";
import { claudeName, isClaude } from "./families.ts";

// Copilot relays the rejections of each model's vendor with the vendor's text.
const ofClaude =
  (check: Check): Check =>
  (request) =>
    isClaude(request.model) ? check({ ...request, model: claudeName(request.model) }) : undefined;

const ofOthers =
  (check: Check): Check =>
  (request) =>
    isClaude(request.model) ? undefined : check(request);

export const samplingRules: Rules = {
  ...Object.fromEntries(
    ["claude.sampling.deprecated", "claude.sampling.temperature-and-top_p"].map((name) => [
      `copilot.${name}`,
      ofClaude(claudeRules[name]!),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(chatRules).map(([name, check]) => [name.replace("openai.", "copilot."), ofOthers(check)]),
  ),
};
