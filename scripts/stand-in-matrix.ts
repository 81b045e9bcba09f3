import { agents } from "../src/agents/index.ts";
import { howOn, type StandInProtocol, standInProtocols } from "../src/stand-in/index.ts";

/** The guide, whose tables are derived. */
export const STAND_INS_PATH = "docs/stand-ins.md";

const BEGIN = "<!-- The tables below are generated from src/stand-in and src/agents. -->";
const END = "<!-- End of the generated tables. -->";

/** The guide with its tables as they follow from the sources. Throws if the marks are missing. */
export function renderStandIns(guide: string): string {
  const from = guide.indexOf(BEGIN);
  const to = guide.indexOf(END);
  if (from === -1 || to < from) throw new Error(`${STAND_INS_PATH} has no marks for its tables`);
  const tables = standInProtocols.map(renderTable).join("\n");
  return `${guide.slice(0, from + BEGIN.length)}\n\n${tables}\n${guide.slice(to)}`;
}

function renderTable({ title, program, features }: StandInProtocol): string {
  const names = agents.map(({ name }) => name);
  const rows = features.map((feature) => {
    const cells = agents.map((agent) => howOn(feature, agent));
    return `| ${[feature.title, ...cells, feature.words].map(escapeCell).join(" | ")} |`;
  });
  return [
    `### ${title} (\`${program}\`)`,
    "",
    `| feature | ${names.join(" | ")} | what happens |`,
    `|---|${names.map(() => "---|").join("")}---|`,
    ...rows,
    "",
  ].join("\n");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}
