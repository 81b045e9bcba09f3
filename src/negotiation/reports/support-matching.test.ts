import { describe, expect, it } from "vitest";
import { CapabilityRequirements, type SupportLevel } from "../../contract/index.ts";
import { decideOrder } from "../decision/order-decision.ts";
import { AT, TARGET } from "../fixtures/builders.ts";
import { manifestFromWire } from "../supply/manifest.ts";
import { isCompatible, negotiate } from "./negotiation-result.ts";
import { matchRequirements, satisfies } from "./support-matching.ts";

const restricted: SupportLevel = { restricted: { reason: "sandbox only" } };

/** Matches by every way there is, which must all agree, and says whether it passed. */
function passes(
  manifest: Record<string, SupportLevel>,
  required: readonly (readonly [string, string])[],
): boolean {
  const requirements = CapabilityRequirements.parse({
    required: required.map(([capability, min_support]) => ({ capability, min_support })),
  });
  const order = { id: "9b2f6f0e-0000-4000-8000-000000000001", requirements };
  const supply = manifestFromWire(manifest, { target: TARGET, at: AT });
  const answers = [
    matchRequirements(manifest, requirements.required).satisfied,
    isCompatible(negotiate(manifest, requirements)),
    decideOrder({ id: "d", order, manifest: supply }).verdict === "accept",
  ];
  expect(new Set(answers).size).toBe(1);
  return answers[0] === true;
}

describe("satisfies", () => {
  const rows: [SupportLevel, boolean, boolean][] = [
    ["native", true, true],
    ["emulated", false, true],
    [restricted, false, true],
    ["unsupported", false, false],
  ];

  it.each(rows)("%j reaches native: %s, emulated: %s, and any always", (level, native, emulated) => {
    expect(satisfies(level, "native")).toBe(native);
    expect(satisfies(level, "emulated")).toBe(emulated);
    expect(satisfies(level, "any")).toBe(true);
  });
});

describe("the worked examples of the capability matrix", () => {
  it("1: satisfied", () => {
    const manifest = { streaming: "native", tool_read: "emulated" } as const;
    expect(
      passes(manifest, [
        ["streaming", "native"],
        ["tool_read", "emulated"],
      ]),
    ).toBe(true);
  });

  it("2: not satisfied, the level is too low", () => {
    expect(passes({ streaming: "emulated" }, [["streaming", "native"]])).toBe(false);
  });

  it("3: not satisfied, a capability is missing", () => {
    const manifest = { streaming: "native" } as const;
    expect(
      passes(manifest, [
        ["streaming", "native"],
        ["mcp_client", "emulated"],
      ]),
    ).toBe(false);
  });

  it("4: restricted satisfies emulated", () => {
    expect(passes({ tool_bash: restricted }, [["tool_bash", "emulated"]])).toBe(true);
    expect(passes({ tool_bash: restricted }, [["tool_bash", "native"]])).toBe(false);
  });

  it("and the requirements as a work order writes them", () => {
    const { requirements } = JSON.parse(`{
      "requirements": {
        "required": [
          { "capability": "streaming",  "min_support": "native" },
          { "capability": "tool_read",  "min_support": "emulated" }
        ]
      }
    }`);
    const parsed = CapabilityRequirements.parse(requirements);
    expect(matchRequirements({ streaming: "native", tool_read: restricted }, parsed.required).satisfied).toBe(
      true,
    );
  });
});

describe("matching", () => {
  it("lists every failure with what the manifest says, absent and too low alike", () => {
    const required = [
      { capability: "streaming", min_support: "native" },
      { capability: "mcp_client", min_support: "emulated" },
      { capability: "tool_read", min_support: "emulated" },
    ] as const;
    expect(matchRequirements({ streaming: "emulated", tool_read: "native" }, required)).toEqual({
      satisfied: false,
      failures: [
        { capability: "streaming", min_support: "native", level: "emulated" },
        { capability: "mcp_client", min_support: "emulated", level: null },
      ],
    });
  });

  it("asks of `any` that the capability is there in some form", () => {
    expect(passes({ tool_read: "emulated" }, [["tool_read", "any"]])).toBe(true);
    expect(passes({}, [["tool_read", "any"]])).toBe(false);
    expect(passes({ tool_read: "unsupported" }, [["tool_read", "any"]])).toBe(false);
  });
});

describe("the mock backend of abp/v0.1, by the feature files", () => {
  const mock = {
    streaming: "native",
    tool_read: "emulated",
    tool_write: "emulated",
    tool_edit: "emulated",
    tool_bash: "emulated",
    structured_output_json_schema: "emulated",
  } as const;

  const checking: [string, readonly (readonly [string, string])[], boolean][] = [
    ["satisfies an emulated tool_read requirement", [["tool_read", "emulated"]], true],
    ["satisfies a native streaming requirement", [["streaming", "native"]], true],
    ["fails a native requirement for an emulated capability", [["tool_read", "native"]], false],
    ["fails on an unsupported capability", [["mcp_client", "native"]], false],
    ["does not support session resume", [["session_resume", "native"]], false],
  ];
  it.each(checking)("capability checking: %s", (_name, required, passing) => {
    expect(passes(mock, required)).toBe(passing);
  });

  const negotiating: typeof checking = [
    ["satisfies any single requirement it has", [["streaming", "emulated"]], true],
    [
      "satisfies several requirements at once",
      [
        ["streaming", "native"],
        ["tool_read", "emulated"],
      ],
      true,
    ],
    [
      "fails when one of several is not satisfied",
      [
        ["streaming", "native"],
        ["mcp_client", "native"],
      ],
      false,
    ],
    ["emulated satisfies emulated", [["tool_write", "emulated"]], true],
    ["emulated does not satisfy native", [["tool_write", "native"]], false],
  ];
  it.each(negotiating)("capability negotiation: %s", (_name, required, passing) => {
    expect(passes(mock, required)).toBe(passing);
  });

  it("capability negotiation: the manifest reports streaming as native, tool_read as emulated, no mcp_client", () => {
    const { claims } = manifestFromWire(mock, { target: TARGET, at: AT });
    expect(claims["streaming"]?.support).toBe("native");
    expect(claims["tool_read"]?.support).toBe("emulated");
    expect(claims).not.toHaveProperty("mcp_client");
  });
});
