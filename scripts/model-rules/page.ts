import { dialects, modelRules } from "../../src/dialects/index.ts";
import { type LimitRow, limitRows } from "../../src/models/index.ts";
import { describeLimits } from "./limit-text.ts";

export const MODEL_RULES_PATH = "docs/model-rules.md";

const HEADER = `# Model rules

What an API or a model rejects is known before a translated request is sent. A **limit** says what is accepted, for an API or for a
family of models behind it. A **rule** changes a request that exceeds a limit, in the way that keeps the most of its meaning, and
the change is named in \`X-ABP-Loss\`, in the receipt and by \`abp explain\`. \`strict\` refuses what a rule would disclose, less what
\`allow_loss\` names: a rule's id can stand there. Passthrough is never changed. This page is generated from
\`src/dialects/rules\` and \`src/models/limits\`.

| remedy | meaning |
|---|---|
| drop | the field is left out |
| clamp | the value becomes the nearest one that is accepted |
| rename | the name is replaced, and put back in the answer |
| hash | a text that is too long becomes its digest |
| normalise | the same is said in the form that the target takes |
| emulate | an emulator does it in the engine's place |
| refuse | nothing that keeps the meaning is left: the request is refused before anything is sent |

An error with status 400 that the gateway recognises in a translated call adds to the limits of that engine and model, for the
tenant of the call (docs/gateway.md).

## Rules, in the order in which they are applied
`;

/** The page of rules and limits. */
export function renderModelRules(): string {
  const rules = modelRules.map(
    ({ id, title, remedies, feature }) =>
      `| \`${id}\` | ${cell(title)} | ${remedies.join(", ")} | \`${feature}\` |`,
  );
  return [
    HEADER,
    "| rule | what it does | remedies | feature |",
    "|---|---|---|---|",
    ...rules,
    "",
    "## Limits",
    "",
    "Later rows override earlier ones. The mark says how firm a limit is: **F** by the vendor's document, its types or a",
    "published probe, **P** by one other source, **U** if sources disagree, **M** by general knowledge. A model that no row",
    "names has the limits of its API alone.",
    ...dialects.flatMap(({ id, title }) => renderApi(id, title)),
    "",
  ].join("\n");
}

function renderApi(api: string, title: string): string[] {
  const rows = limitRows.filter((row) => row.api === api);
  if (rows.length === 0) return [];
  return [
    "",
    `### ${api}: ${title}`,
    "",
    "| models | limits | mark | source |",
    "|---|---|---|---|",
    ...rows.map(renderRow),
  ];
}

function renderRow({ family, limits, mark, source }: LimitRow): string {
  return `| ${cell(family)} | ${cell(describeLimits(limits))} | ${mark} | ${cell(source)} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
