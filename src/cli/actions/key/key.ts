import type { AnswerOf, ControlClient } from "../../../client/index.ts";
import { ExitCode } from "../../../contract/index.ts";
import { withControl } from "../../asking/local-control.ts";
import type { Call, CommandAction } from "../../command.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import { readCount } from "../../flags/number-flags.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type ShownKey = AnswerOf<"set_key">;
type Settings = Omit<Parameters<ControlClient["setKey"]>[0], "name">;

export const create: CommandAction = async (terminal, call) => {
  const tenant = call.options["tenant"] as string | undefined;
  const made = await ask(terminal, (client) =>
    client.createKey({
      name: nameOf(call),
      ...(tenant === undefined ? {} : { tenant }),
      ...settingsOf(call),
    }),
  );
  if (terminal.json) terminal.outJson(made);
  else {
    terminal.out(made.token ?? "");
    terminal.say(`made ${made.key.name} (${made.key.roles.join(", ")}); its token is not shown again`);
  }
  return ExitCode.ok;
};

export const list: CommandAction = async (terminal) => {
  const keys = await ask(terminal, (client) => client.listKeys({ limit: 500 }).all());
  if (terminal.json) terminal.outJson(keys);
  else if (keys.length === 0) terminal.out("there is no key yet; `abp key new NAME` makes one");
  else {
    const rows = keys.map((key) => [key.name, key.tenant ?? "-", key.roles.join(", "), stateOf(key)]);
    terminal.out(...renderTable(["key", "tenant", "roles", "state"], rows, tableColumns(terminal)));
  }
  return ExitCode.ok;
};

export const set: CommandAction = async (terminal, call) =>
  present(
    terminal,
    "changed",
    await ask(terminal, (client) => client.setKey({ name: nameOf(call), ...settingsOf(call) })),
  );

export const revoke: CommandAction = async (terminal, call) =>
  present(terminal, "revoked", await ask(terminal, (client) => client.revokeKey({ name: nameOf(call) })));

async function ask<Answer>(
  terminal: Terminal,
  use: (client: ControlClient) => PromiseLike<Answer>,
): Promise<Answer> {
  const { config } = await loadSettings(terminal);
  return withControl(terminal, config, async ({ client }) => use(client));
}

function nameOf(call: Call): string {
  return call.arguments[0] as string;
}

const MEMBERS = {
  roles: "role",
  engines: "engine",
  endpoints: "endpoints",
  mode: "mode",
  allow_loss: "allowLoss",
} as const;

function settingsOf({ options }: Call): Settings {
  const named = Object.entries(MEMBERS).map(([member, option]) => [member, options[option]] as const);
  const count = options["maxConcurrent"] as string | undefined;
  return {
    ...Object.fromEntries(named.filter(([, value]) => value !== undefined)),
    ...(count === undefined ? {} : { max_concurrent: readCount(count, "--max-concurrent") }),
  };
}

function stateOf({ source, revoked_at }: ShownKey): string {
  if (source === "configuration") return "of the configuration";
  return revoked_at === null ? "made at run time" : `revoked ${revoked_at}`;
}

function present(terminal: Terminal, verb: string, key: ShownKey): number {
  if (terminal.json) terminal.outJson(key);
  else terminal.out(`${verb} ${key.name} (${key.roles.join(", ")})`);
  return ExitCode.ok;
}
