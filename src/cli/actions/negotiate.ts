import { BackendRegistry } from "../../backends/index.ts";
import { configuredEmulators } from "../../config/index.ts";
import {
  AbpError,
  CapabilityManifest,
  ExitCode,
  parseDocument,
  parseWith,
  readDocumentJson,
} from "../../contract/index.ts";
import type { JsonValue } from "../../lib/index.ts";
import { suggest, uuidV7 } from "../../lib/index.ts";
import {
  answerNegotiation,
  canonicalCapability,
  catalogueManifest,
  type Decision,
  type Demand,
  emptyLayer,
  emulatorsForRun,
  findModel,
  formatTarget,
  type Manifest,
  manifestFromWire,
  modelCatalogue,
  type Need,
  type ParamLayer,
  type Requirement,
  readRequirement,
  requirementsFromWire,
  setParam,
  type Target,
} from "../../negotiation/index.ts";
import type { CommandAction } from "../command.ts";
import { showDecision } from "../display/decision.ts";
import { showModels } from "../display/models.ts";
import { readLooseValue, readPair } from "../flags/pair-flag.ts";
import { loadSettings } from "../settings.ts";
import { inputName, readInput } from "../terminal/input.ts";
import { isAttended, type Terminal } from "../terminal/terminal.ts";

type Options = Readonly<Record<string, unknown>>;

/** Compares requirements with a backend, a manifest or a model, or judges a switch from one model to another. */
export const negotiate: CommandAction = async (terminal, call) => {
  const { options } = call;
  if (options["models"] === true) return showModels(terminal, modelCatalogue);
  const { decision, manifest } = await decideFor(terminal, options);
  showDecision(terminal, { decision, manifest, shape: options["report"] as string | undefined });
  return decision.verdict === "reject" ? ExitCode.capability : ExitCode.ok;
};

async function decideFor(
  terminal: Terminal,
  options: Options,
): Promise<{ readonly decision: Decision; readonly manifest: Manifest }> {
  const { host } = terminal;
  const { config } = await loadSettings(terminal);
  const at = host.now().toISOString();
  const manifest = await readSupply(terminal, options, at);
  const from = options["from"] as string | undefined;
  const previous = from === undefined ? undefined : readTarget(from, "--from");
  const demand = await readDemand(terminal, options);
  if (demand.length === 0 && !Array.isArray(options["param"])) {
    throw new AbpError(
      "usage_invalid",
      "there is no requirement: name a capability with --require or --prefer",
      {
        where: "abp negotiate",
      },
    );
  }
  const set = configuredEmulators(config);
  const ofRun = emulatorsForRun(set, manifest, isAttended(terminal));
  const decision = answerNegotiation({
    id: uuidV7(host.now().getTime(), host.random(10)),
    manifest,
    previous,
    demand,
    mode: options["strict"] === true ? "strict" : config.negotiation.mode,
    lane: options["passthrough"] === true ? "passthrough" : "mapped",
    params: { launch: emptyLayer, runtime: readParams((options["param"] as string[] | undefined) ?? []) },
    // A backend runs work orders, and only the emulators of orders apply to these. `abp run` decides by the same list.
    emulators: options["backend"] === undefined ? set.calls : ofRun.orders,
    disabled: options["backend"] === undefined ? set.disabled : ofRun.disabled,
  });
  return { decision, manifest };
}

async function readSupply(terminal: Terminal, options: Options, at: string): Promise<Manifest> {
  const { backend, manifest, to } = options as Record<string, string | undefined>;
  const given = [backend, manifest, to].filter((one) => one !== undefined);
  if (given.length !== 1) {
    throw new AbpError("usage_invalid", "give exactly one of --backend, --manifest and --to", {
      where: "abp negotiate",
    });
  }
  if (to !== undefined) return readCatalogued(terminal, readTarget(to, "--to"));
  const wire = { at, canonicalName: canonicalCapability };
  if (manifest !== undefined) {
    const source = inputName(manifest);
    const value = parseWith(
      CapabilityManifest,
      readDocumentJson(await readInput(terminal, manifest), source),
      source,
    );
    return manifestFromWire(value, { ...wire, target: { provider: "manifest", model: source } });
  }
  const { config } = await loadSettings(terminal);
  const named = new BackendRegistry(config.backends).find(backend!);
  // Loaded on demand: most questions start no backend.
  const { inspectAlone } = await import("../../runner/index.ts");
  const found = await inspectAlone(terminal.host, config, named, terminal.host.signal);
  return manifestFromWire(found.capabilities, {
    ...wire,
    target: { provider: found.identity.id, model: "default", backend: backend! },
  });
}

// A model that the catalogue does not know has the default manifest, in which everything is open.
function readCatalogued(terminal: Terminal, target: Target): Manifest {
  if (findModel(target.provider, target.model) === undefined) {
    const near = suggest(formatTarget(target), modelCatalogue.models.map(formatTarget));
    const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
    terminal.say(`the catalogue does not know ${formatTarget(target)}, so what it can do is open${hint}`);
  }
  return catalogueManifest(target);
}

function readTarget(text: string, flag: string): Target {
  const cut = text.indexOf("/");
  if (cut <= 0 || cut === text.length - 1) {
    throw new AbpError("usage_invalid", `${JSON.stringify(text)} is not provider/model`, { where: flag });
  }
  return { provider: text.slice(0, cut), model: text.slice(cut + 1) };
}

async function readDemand(terminal: Terminal, options: Options): Promise<Demand> {
  const flags: readonly [string, string, Need][] = [
    ["require", "--require", "required"],
    ["prefer", "--prefer", "preferred"],
    ["onUse", "--on-use", "on_use"],
  ];
  const stated = flags.flatMap(([name, flag, need]) =>
    ((options[name] as string[] | undefined) ?? []).map((text) => readRequirement(text, need, flag)),
  );
  return [...(await readRequirements(terminal, options["requirements"] as string | undefined)), ...stated];
}

async function readRequirements(
  terminal: Terminal,
  file: string | undefined,
): Promise<readonly Requirement[]> {
  if (file === undefined) return [];
  const source = inputName(file);
  const value = readDocumentJson(await readInput(terminal, file), source);
  const whole =
    typeof value === "object" && value !== null && "requirements" in value ? value.requirements : value;
  const id = typeof value === "object" && value !== null && "id" in value ? String(value.id) : source;
  return requirementsFromWire(parseDocument("capability_requirements", whole, source), {
    kind: "work_order",
    id,
  });
}

function readParams(pairs: readonly string[]): ParamLayer {
  return pairs.reduce((layer, text) => {
    const [key, value] = readPair(text, "--param");
    return setParam(layer, key.split("."), readLooseValue(value) as JsonValue);
  }, emptyLayer);
}
