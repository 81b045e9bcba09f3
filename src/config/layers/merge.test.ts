import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trustEverything } from "../fixtures/trust.ts";
import type { Findings } from "../issue.ts";
import { loadConfig } from "../load.ts";
import { ConfigSchema } from "../schema/config-schema.ts";
import { listKeys } from "../schema/key-table.ts";
import type { LayerName, Leaf } from "./layer.ts";
import { buildTable, mergeLayers } from "./merge.ts";

const definitions = listKeys(ConfigSchema);

function leaf(path: string, value: unknown, layer: LayerName = "user"): Leaf {
  return { path: path.split("."), value, origin: { layer, where: layer, redacted: false } };
}

function merged(...layers: Leaf[][]): Record<string, unknown> {
  return buildTable(layers.reduce((base, overlay) => mergeLayers(base, overlay, definitions)));
}

describe("merging layers", () => {
  test("a stronger value wins and the others stay", () => {
    const result = merged([leaf("port", 1), leaf("receipts.origin", "a")], [leaf("port", 2)]);
    expect(result).toEqual({ port: 2, receipts: { origin: "a" } });
  });

  test("backends are merged by name", () => {
    const result = merged([leaf("backends.a.type", "mock")], [leaf("backends.b.type", "mock")]);
    expect(result).toEqual({ backends: { a: { type: "mock" }, b: { type: "mock" } } });
  });

  test("a backend that states its type inherits nothing", () => {
    const weak = [
      leaf("backends.a.type", "sidecar"),
      leaf("backends.a.command", "x"),
      leaf("backends.a.args", ["y"]),
    ];
    const strong = [leaf("backends.a.type", "sidecar"), leaf("backends.a.command", "z")];
    expect(merged(weak, strong)).toEqual({ backends: { a: { type: "sidecar", command: "z" } } });
  });

  test("a backend without a type is laid over the weaker one key by key", () => {
    const weak = [leaf("backends.a.type", "sidecar"), leaf("backends.a.command", "x")];
    expect(merged(weak, [leaf("backends.a.command", "z")])).toEqual({
      backends: { a: { type: "sidecar", command: "z" } },
    });
  });

  test("policy_profiles are combined, and an empty list changes nothing", () => {
    expect(merged([leaf("policy_profiles", ["a"])], [leaf("policy_profiles", [])])).toEqual({
      policy_profiles: ["a"],
    });
    expect(merged([leaf("policy_profiles", ["a"])], [leaf("policy_profiles", ["b"])])).toEqual({
      policy_profiles: ["a", "b"],
    });
  });

  test("any other list is replaced by an empty one", () => {
    expect(merged([leaf("policy.allowed_tools", ["a"])], [leaf("policy.allowed_tools", [])])).toEqual({
      policy: { allowed_tools: [] },
    });
  });

  test("an empty table of a stronger layer takes nothing away", () => {
    expect(merged([leaf("receipts.origin", "a")], [leaf("receipts", {})])).toEqual({
      receipts: { origin: "a" },
    });
  });

  test("names that a plain object treats specially are only names", () => {
    const result = merged([leaf("backends.__proto__.type", "mock")], [leaf("port", 1)]);
    expect(Object.keys(result["backends"] as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["type"]).toBeUndefined();
  });

  const layer = fc.uniqueArray(
    fc.oneof(
      fc.record({
        path: fc.constantFrom(
          "port",
          "log_level",
          "receipts.origin",
          "receipts.tenant",
          "backends.a.command",
        ),
        value: fc.integer({ min: 0, max: 3 }),
      }),
      fc.record({
        path: fc.constantFrom("policy_profiles", "policy.deny_read", "backends.a.args"),
        value: fc.uniqueArray(fc.constantFrom("x", "y", "z"), { maxLength: 2 }),
      }),
      fc.record({
        path: fc.constantFrom("backends.a.type", "backends.b.type"),
        value: fc.constantFrom("mock", "sidecar"),
      }),
    ),
    { selector: (one) => one.path },
  );
  const layers = (name: LayerName) =>
    layer.map((values) => values.map(({ path, value }) => leaf(path, value, name)));
  const byPath = (leaves: Leaf[]) => new Map(leaves.map((one) => [one.path.join("."), one]));

  test("a value in the place of a section replaces every value below it, and the other way round", () => {
    const whole = leaf("receipts", 3, "project");
    const part = leaf("receipts.origin", "o", "user");
    expect(mergeLayers([part], [whole], definitions)).toEqual([whole]);
    expect(mergeLayers([whole], [part], definitions)).toEqual([part]);
  });

  test("merging is associative, in values and in origins", () => {
    fc.assert(
      fc.property(layers("user"), layers("project"), layers("environment"), (a, b, c) => {
        const left = mergeLayers(mergeLayers(a, b, definitions), c, definitions);
        const right = mergeLayers(a, mergeLayers(b, c, definitions), definitions);
        expect(byPath(left)).toEqual(byPath(right));
      }),
    );
  });

  test("nothing merged with a layer is that layer, and a layer over itself changes nothing", () => {
    fc.assert(
      fc.property(layers("user"), (a) => {
        expect(byPath(mergeLayers([], a, definitions))).toEqual(byPath(a));
        expect(byPath(mergeLayers(a, [], definitions))).toEqual(byPath(a));
        expect(byPath(mergeLayers(a, a, definitions))).toEqual(byPath(a));
      }),
    );
  });
});

describe("lists that forbid", () => {
  test("hold together over all layers, so that a project cannot loosen what the user denies", () => {
    const files: Record<string, string> = {
      "/home/u/.config/abp/backplane.toml":
        '[policy]\ndeny_read = ["**/.ssh/**"]\nallowed_tools = ["Read", "Edit"]\n',
      "/project/backplane.toml": '[policy]\ndeny_read = ["*.env"]\nallowed_tools = ["Grep", "Read"]\n',
    };
    const readFile = (path: string): string => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error("absent"), { code: "ENOENT" });
      return text;
    };
    const { config } = loadConfig({
      cwd: "/project",
      home: "/home/u",
      env: {},
      readFile,
      projectTrust: trustEverything(readFile),
    });
    expect(config.policy.deny_read).toEqual(["**/.ssh/**", "*.env"]);
    expect(config.policy.allowed_tools).toEqual(["Read"]);
  });
});

describe("a less trusted layer", () => {
  const restricted = (key: string, user: unknown, project: unknown) => {
    const findings: Findings = { issues: [], warnings: [] };
    const leaves = mergeLayers([leaf(key, user)], [leaf(key, project, "project")], definitions, findings);
    return { value: leaves[0]?.value, layer: leaves[0]?.origin.layer, ...findings };
  };

  test("narrows an allow list", () => {
    const result = restricted("policy.allowed_tools", ["Read", "Edit"], ["Edit"]);
    expect(result).toEqual({ value: ["Edit"], layer: "project", issues: [], warnings: [] });
  });

  test("neither empties nor widens it, and the warning names what stays refused", () => {
    expect(restricted("policy.allow_network", ["a.com"], [])).toMatchObject({
      value: ["a.com"],
      layer: "user",
    });
    const result = restricted("policy.allowed_tools", ["Read"], ["Read", "Bash"]);
    expect(result).toMatchObject({ value: ["Read"], warnings: [{ key: "policy.allowed_tools" }] });
  });

  test("can only narrow every list whose empty form allows everything", () => {
    const lists = definitions.filter(({ facts }) => facts.description.includes("An empty list allows every"));
    const names = new Set(lists.map(({ path }) => path.at(-1)));
    expect(names).toEqual(new Set(["allowed_tools", "allow_network", "allowed_models", "allowed_engines"]));
    for (const { path, facts } of lists) {
      expect(facts.narrows).toBe(path.at(-1) === "allow_network" ? "hosts" : "globs");
      const key = path.map((name) => (name === "*" ? "x" : name)).join(".");
      expect(restricted(key, ["a"], ["a", "*"]).value).toEqual(["a"]);
      expect(restricted(key, ["a"], []).value).toEqual(["a"]);
    }
  });

  test("may not leave an allow list empty, since an empty one allows everything", () => {
    const result = restricted("policy.allowed_tools", ["Read"], ["Bash"]);
    expect(result).toMatchObject({
      value: ["Read"],
      issues: [{ key: "policy.allowed_tools", where: "project" }],
    });
  });

  test("sets an allow list if the user has none", () => {
    expect(restricted("policy.allowed_tools", [], ["Bash"])).toMatchObject({ value: ["Bash"], issues: [] });
  });

  test("can only shorten the exceptions from strict mode", () => {
    expect(restricted("keys.x.allow_loss", ["a", "b"], ["b", "c"])).toMatchObject({
      value: ["b"],
      warnings: [{ key: "keys.x.allow_loss" }],
    });
    expect(restricted("gateway.allow_loss", ["a"], ["a"])).toMatchObject({ value: ["a"], warnings: [] });
  });

  test("adds no exceptions if a more trusted layer asks for strict mode", () => {
    const added = (key: string, base: Leaf[]) =>
      mergeLayers(base, [leaf(key, ["a"], "project")], definitions).find(
        (one) => one.path.at(-1) === "allow_loss",
      )?.value;
    expect(added("gateway.allow_loss", [leaf("keys.x.mode", "strict")])).toEqual([]);
    expect(added("routes.y.allow_loss", [leaf("negotiation.mode", "strict")])).toEqual([]);
    expect(added("keys.x.allow_loss", [leaf("keys.x.mode", "best_effort")])).toEqual(["a"]);
    expect(added("keys.x.allow_loss", [leaf("keys.x.mode", "strict", "project")])).toEqual(["a"]);
  });

  test("cannot loosen a strict mode, and can make a mode strict", () => {
    expect(restricted("negotiation.mode", "strict", "best_effort")).toMatchObject({
      value: "strict",
      warnings: [{ where: "project", key: "negotiation.mode" }],
    });
    expect(restricted("negotiation.mode", "best_effort", "strict")).toMatchObject({
      value: "strict",
      warnings: [],
    });
    expect(restricted("negotiation.mode", "strict", "strict")).toMatchObject({
      value: "strict",
      warnings: [],
    });
    expect(restricted("routes.r.mode", "strict", "best_effort").value).toBe("strict");
    expect(restricted("negotiation.mode", "best_effort", "best_effort").warnings).toEqual([]);
  });

  test("is told what stays as it is, in the order of its keys", () => {
    const findings: Findings = { issues: [], warnings: [] };
    const keys: [key: string, user: unknown, project: unknown, kept: unknown][] = [
      ["policy.allow_network", ["a.com"], ["b.com"], ["a.com"]],
      ["policy.allowed_tools", ["Read", "Edit"], ["Read", "Bash", "Grep"], ["Read"]],
      ["policy.deny_read", "all", ["x"], ["x"]],
      ["negotiation.mode", "strict", "best_effort", "strict"],
      ["gateway.allow_loss", ["a", 1], ["a", "b"], []],
      ["keys.x.allow_loss", ["a"], ["a", "b", "c"], ["a"]],
      ["routes.r.allow_loss", ["a"], ["a", 1], ["a", 1]],
      ["keys.x.allowed_models", ["a"], ["a", 1], ["a", 1]],
      ["port", 1, 2, 2],
    ];
    const user = keys.map(([key, value]) => leaf(key, value));
    const project = keys.map(([key, , value]) => leaf(key, value, "project"));
    const kept = mergeLayers(user, project, definitions, findings);
    expect(kept.map(({ path, value }) => [path.join("."), value])).toStrictEqual(
      keys.map(([key, , , value]) => [key, value]),
    );
    const finding = (key: string, text: string) => ({ message: `\`${key}\` ${text}`, where: "project", key });
    expect(findings).toStrictEqual({
      issues: [
        finding(
          "policy.allow_network",
          "allows nothing that user allows: a project cannot allow more than the user",
        ),
      ],
      warnings: [
        finding("policy.allowed_tools", "names 2 that user does not allow: they stay refused"),
        finding("negotiation.mode", "stays `strict`, as user says: a project cannot loosen it"),
        finding("gateway.allow_loss", "names 2 that user does not allow: a project cannot loosen it"),
        finding("keys.x.allow_loss", "names 2 that user does not allow: a project cannot loosen it"),
      ],
    });
  });

  test("is the project only: the environment replaces what the user's file allows", () => {
    const overlay = [leaf("policy.allowed_tools", ["Bash"], "environment")];
    expect(buildTable(mergeLayers([leaf("policy.allowed_tools", ["Read"])], overlay, definitions))).toEqual({
      policy: { allowed_tools: ["Bash"] },
    });
  });

  test("with a value of the wrong type changes nothing about the check of that value", () => {
    expect(restricted("policy.allowed_tools", ["Read"], "Bash").value).toBe("Bash");
  });
});
