import { type Agent, agents } from "../src/agents/index.ts";
import { type SupportLevel, wireCapabilities } from "../src/contract/index.ts";

const header = `# Capability matrix

What each agent can do through its host, and what its private home leaves out. The page is generated from the data in
\`src/agents/\`. Each host declares exactly these levels when it starts; a test compares its declaration with the data.
\`abp backends --capabilities\` asks the hosts on your machine. The settings that an agent would take from a repository, or
execute there, are listed below it; \`npm run bait\` runs the tested versions in a repository with such settings, and requires
that none of them has an effect ([agents.md](agents.md#the-repository-gives-no-orders)).

| level | meaning |
|---|---|
| native | The agent has it, and the host passes it on. |
| emulated | The host or the agent provides it by other means, as the evidence says. |
| restricted | It holds under a condition, which is named below. |
| no | It is refused: an order that requires it does not start. |
| – | Nothing is declared. It counts as missing. |
`;

/** The capabilities of all agents as a page: a table of levels, then the evidence for each. */
export function renderCapabilityMatrix(): string {
  const declared = wireCapabilities.filter((name) => agents.some((agent) => name in agent.capabilities));
  const rows = declared.map((name) => [
    `\`${name}\``,
    ...agents.map((agent) => levelOf(agent.capabilities[name]?.level)),
  ]);
  return [
    header,
    "## Levels",
    "",
    ...table(["capability", ...agents.map(({ name }) => name)], rows),
    "",
    "## Agents",
    "",
    ...table(["agent", "driven by", "dialect", "tested version", "needs `--model`"], agents.map(agentRow)),
    "",
    ...agents.flatMap(renderAgent),
  ].join("\n");
}

function agentRow({ name, title, transport, connection, installation }: Agent): string[] {
  const version = installation === undefined ? "–" : `\`${installation.package}\` ${installation.version}`;
  return [
    `${title} (\`${name}\`)`,
    transport,
    connection.dialect ?? "any",
    version,
    connection.needsModel ? "yes" : "no",
  ];
}

function renderAgent(agent: Agent): string[] {
  const rows = wireCapabilities.flatMap((name) => {
    const found = agent.capabilities[name];
    return found === undefined ? [] : [[`\`${name}\``, describeLevel(found.level), found.evidence]];
  });
  const leftOut = agent.leftOut.map((sentence) => `- ${sentence}`);
  const { leftOut: places, switchedOff } = agent.repositorySettings;
  const settings = [
    ...places.map(({ path, holds, documents, switchedOffBy }) => [
      `\`${path}\`${documents === undefined ? "" : `, without ${documents.map((name) => `\`${name}\``).join(", ")}`}`,
      holds,
      `left out${switchedOffBy === undefined ? "" : `; also off by ${switchedOffBy}`}`,
    ]),
    ...switchedOff.map(({ path, holds, switchedOffBy }) => [`\`${path}\``, holds, `off by ${switchedOffBy}`]),
  ];
  return [
    `## ${agent.title}`,
    "",
    ...(rows.length === 0 ? ["Nothing is declared."] : table(["capability", "level", "evidence"], rows)),
    "",
    ...(leftOut.length === 0 ? [] : ["The private home leaves out:", "", ...leftOut, ""]),
    ...(settings.length === 0
      ? [`Settings of a repository: ${agent.repositorySettings.note}`, ""]
      : ["Settings of a repository:", "", ...table(["place", "holds", "in a run"], settings), ""]),
  ];
}

function levelOf(level: SupportLevel | undefined): string {
  if (level === undefined) return "–";
  if (level === "unsupported") return "no";
  return typeof level === "string" ? level : "restricted";
}

function describeLevel(level: SupportLevel): string {
  return typeof level === "string" ? levelOf(level) : `restricted: ${level.restricted.reason}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}
