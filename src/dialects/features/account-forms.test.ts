import { describe, expect, it } from "vitest";
import type { LossEntry } from "../../contract/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import { describeForms } from "../fixtures/forms.ts";
import { Origins } from "../origins.ts";
import { findDialect } from "../registry/lookup.ts";
import {
  accountNote,
  accountReply,
  accountReplyAt,
  accountRequest,
  featuresThatAskNothing,
  isCarried,
  type LossRules,
} from "./account.ts";
import type { ReplyFeatureId } from "./reply-feature.ts";
import type { UsedFeature } from "./used-features.ts";

const marked = { name: "marked" };
const unmarked = { name: "unmarked" };
const part = { name: "part" };

function origins(): Origins {
  const made = new Origins();
  made.mark(marked, "$.messages[0].content[1]");
  made.mark(part, "$.messages[0].content[1].part");
  made.markFeature("user", "$.safety_identifier");
  return made;
}

const vendor = (dialect: string, member: string, more: object = {}) =>
  ({ feature: "vendor", node: undefined, vendor: { dialect, member, ...more } }) as const;

const used: Readonly<Record<string, UsedFeature>> = {
  "a native feature": { feature: "text", node: marked },
  "a native feature of a made node": { feature: "image.url", node: unmarked },
  "a marked part": { feature: "image.url", node: marked, part },
  "a part that is not marked": { feature: "image.url", node: marked, part: unmarked },
  "a place": { feature: "text", node: marked, isPlace: true },
  "a setting": { feature: "temperature", node: undefined },
  "a setting with a marked name": { feature: "user", node: undefined },
  "a place with a marked name": { feature: "user", node: undefined, isPlace: true },
  "a missing setting": { feature: "seed", node: undefined },
  "a missing setting that is neutral": { feature: "seed", node: undefined, neutral: true },
  "a missing setting that is optional": { feature: "candidates", node: undefined, optional: true },
  "a missing setting of the contract": { feature: "candidates", node: undefined },
  "a stored answer": { feature: "store", node: undefined },
  "an emulated feature": { feature: "output.json_schema", node: undefined },
  "an unknown member": vendor("claude", "odd", { value: 1 }),
  "a member without its value": vendor("claude", "odd"),
  "a member with its path": vendor("claude", "odd", { value: 1, path: ".a.odd" }),
  "a member that needs quotes": vendor("claude", "odd name", { value: 1 }),
  "a member that is null": vendor("claude", "odd", { value: null }),
  "an empty member": vendor("claude", "odd", { value: [] }),
  "a binding member": vendor("claude", "mcp_servers", { value: [{}] }),
  "a binding member of a node": { ...vendor("claude", "mcp_servers", { value: [{}] }), node: marked },
  "a binding member of the target": vendor("openai", "mcp_servers", { value: [{}] }),
  "a binding member of another vendor": vendor("codex", "mcp_servers", { value: [{}] }),
  "a feature of the target": { feature: "thinking.signature", node: marked, issuer: "openai" },
  "a unit of the target": { feature: "opaque" as never, node: { dialect: "openai" } },
};

const shown = ({ path, feature, disposition, emulator, rule, reason }: LossEntry) =>
  `${path} ${feature ?? "-"} ${disposition} ${emulator ?? "-"} ${rule ?? "-"}: ${reason === "" ? "-" : reason}`;

const claude = findDialect("claude");
const openai = findDialect("openai");
const gemini = findDialect("gemini");

function listRequest(source = claude, target = openai, rules: LossRules = {}): string {
  return Object.entries(used)
    .map(([name, one]) => {
      try {
        return `${name}: ${accountRequest([one], origins(), source, target, rules).map(shown).join()}`;
      } catch {
        return `${name}: none`;
      }
    })
    .join("\n");
}

const reply: Readonly<Record<string, UsedFeature<ReplyFeatureId>>> = {
  "a native feature": { feature: "text", node: marked },
  "a missing feature": { feature: "thinking.signature", node: marked },
  "a foreign feature": { feature: "citation", node: marked, issuer: "claude", foreign: "a reason" },
  "a foreign feature of the target": {
    feature: "citation",
    node: marked,
    issuer: "openai",
    foreign: "a reason",
  },
  "a member of the source": { feature: "vendor", node: marked, vendor: { dialect: "claude", member: "odd" } },
  "a member of the target": { feature: "vendor", node: marked, vendor: { dialect: "openai", member: "odd" } },
  "a place": { feature: "candidates", node: undefined, isPlace: true },
};

function listReply(): string {
  return Object.entries(reply)
    .map(([name, one]) => {
      const [entry] = accountReply([one], origins(), claude, openai);
      const at = accountReplyAt(one, "$.at", claude, openai);
      return `${name}: ${shown(entry!)} | ${at.path} | ${isCarried(one, openai)}`;
    })
    .join("\n");
}

const note = (parts: Partial<WriterNote>): WriterNote => ({
  node: undefined,
  at: "$.x",
  disposition: "disclosed",
  reason: "r",
  ...parts,
});
const notes: Readonly<Record<string, WriterNote>> = {
  "a note on a node": note({ node: marked, at: ".x", feature: "text" }),
  "a note on the request by a node": note({ node: marked, at: "$.x" }),
  "a note on a made node": note({ node: unmarked, at: ".x" }),
  "a note on a marked feature": note({ feature: "user" }),
  "a note on a setting": note({ feature: "temperature" }),
  "a note on a feature of a node": note({ feature: "image.url" }),
  "a note on a missing feature": note({ feature: "thinking.text", at: "$.y" }),
  "a note on no feature": note({}),
  "a note on an unknown feature": note({ feature: "odd" }),
  "a note of a rule": note({ rule: "a.rule", feature: "temperature" }),
  "a refusal": note({ disposition: "refused", feature: "temperature" }),
  "a refusal of a text": note({ disposition: "refused", feature: "text" }),
  "a refusal of a mode": note({ disposition: "refused", feature: "reasoning.mode" }),
  "a refusal of parallel calls": note({ disposition: "refused", feature: "parallel_tool_calls" }),
  "an emulation": note({ disposition: "emulated", emulator: "e", feature: "text" }),
  "another emulation": note({ disposition: "emulated", emulator: "f", feature: "text" }),
  "an emulation without a name": note({ disposition: "emulated" }),
  "a feature that asks nothing": note({ feature: "metadata" }),
  "a node that asks nothing": note({ feature: "metadata", node: marked, at: "" }),
};

function listNotes(rules: LossRules): string {
  return Object.entries(notes)
    .map(([name, one]) => `${name}: ${shown(accountNote(one, origins(), claude, rules))}`)
    .join("\n");
}

describe("the account", () => {
  describeForms(
    "of a request to openai",
    listRequest(),
    `
    a native feature: $.messages[0].content[1] text mapped - -: -
    a native feature of a made node: $.source.url image.url mapped - -: as .image_url.url
    a marked part: $.messages[0].content[1].part image.url mapped - -: as .image_url.url
    a part that is not marked: $.messages[0].content[1].source.url image.url mapped - -: as .image_url.url
    a place: $.messages[0].content[1] text mapped - -: -
    a setting: $.temperature temperature mapped - -: as $.temperature
    a setting with a marked name: $.safety_identifier user mapped - -: as $.user
    a place with a marked name: $ user mapped - -: as $.user
    a missing setting: $ seed mapped - -: as $.seed
    a missing setting that is neutral: $ seed mapped - -: as $.seed
    a missing setting that is optional: $ candidates mapped - -: as $.n
    a missing setting of the contract: $ candidates mapped - -: as $.n
    a stored answer: $ store mapped - -: as $.store
    an emulated feature: $.output_config.format.schema output.json_schema mapped - -: as $.response_format.json_schema
    an unknown member: $.odd vendor disclosed - -: openai does not know odd
    a member without its value: $.odd vendor disclosed - -: openai does not know odd
    a member with its path: $.a.odd vendor disclosed - -: openai does not know odd
    a member that needs quotes: $["odd name"] vendor disclosed - -: openai does not know odd name
    a member that is null: $.odd vendor mapped - -: the value that is assumed without it
    an empty member: $.odd vendor mapped - -: the value that is assumed without it
    a binding member: $.mcp_servers vendor refused - -: openai does not know mcp_servers
    a binding member of a node: $.messages[0].content[1].mcp_servers vendor disclosed - -: openai does not know mcp_servers
    a binding member of the target: $.mcp_servers vendor mapped - -: as .mcp_servers
    a binding member of another vendor: $.mcp_servers vendor disclosed - -: openai does not know mcp_servers
    a feature of the target: $.messages[0].content[1].signature thinking.signature mapped - -: -
    a unit of the target: $ opaque mapped - -: -
    `,
  );
  describeForms(
    "of a request to gemini in strict mode",
    listRequest(claude, gemini, { strict: true }),
    `
    a native feature: $.messages[0].content[1] text mapped - -: as .text
    a native feature of a made node: $.source.url image.url mapped - -: the API fetches public addresses itself
    a marked part: $.messages[0].content[1].part image.url mapped - -: the API fetches public addresses itself
    a part that is not marked: $.messages[0].content[1].source.url image.url mapped - -: the API fetches public addresses itself
    a place: $.messages[0].content[1] text mapped - -: as .text
    a setting: $.temperature temperature mapped - -: from 0 to 2
    a setting with a marked name: $.safety_identifier user refused - -: the API takes no user id
    a place with a marked name: $ user refused - -: the API takes no user id
    a missing setting: $ seed mapped - -: of 32 bits
    a missing setting that is neutral: $ seed mapped - -: of 32 bits
    a missing setting that is optional: $ candidates mapped - -: as $.generationConfig.candidateCount
    a missing setting of the contract: $ candidates mapped - -: as $.generationConfig.candidateCount
    a stored answer: $ store mapped - -: as $.store
    an emulated feature: $.output_config.format.schema output.json_schema mapped - -: as responseJsonSchema: references are written out
    an unknown member: $.odd vendor refused - -: gemini does not know odd
    a member without its value: $.odd vendor refused - -: gemini does not know odd
    a member with its path: $.a.odd vendor refused - -: gemini does not know odd
    a member that needs quotes: $["odd name"] vendor refused - -: gemini does not know odd name
    a member that is null: $.odd vendor mapped - -: the value that is assumed without it
    an empty member: $.odd vendor mapped - -: the value that is assumed without it
    a binding member: $.mcp_servers vendor refused - -: gemini does not know mcp_servers
    a binding member of a node: $.messages[0].content[1].mcp_servers vendor refused - -: gemini does not know mcp_servers
    a binding member of the target: $.mcp_servers vendor refused - -: gemini does not know mcp_servers
    a binding member of another vendor: $.mcp_servers vendor refused - -: gemini does not know mcp_servers
    a feature of the target: $.messages[0].content[1].signature thinking.signature mapped - -: as thoughtSignature
    a unit of the target: $ opaque refused - -: a unit of another dialect
    `,
  );
  describeForms(
    "of a request with emulators and waivers",
    listRequest(claude, openai, {
      strict: true,
      waived: ["odd", "seed"],
      emulators: ["structured_output_json_schema.instruct"],
    }),
    `
    a native feature: $.messages[0].content[1] text mapped - -: -
    a native feature of a made node: $.source.url image.url mapped - -: as .image_url.url
    a marked part: $.messages[0].content[1].part image.url mapped - -: as .image_url.url
    a part that is not marked: $.messages[0].content[1].source.url image.url mapped - -: as .image_url.url
    a place: $.messages[0].content[1] text mapped - -: -
    a setting: $.temperature temperature mapped - -: as $.temperature
    a setting with a marked name: $.safety_identifier user mapped - -: as $.user
    a place with a marked name: $ user mapped - -: as $.user
    a missing setting: $ seed mapped - -: as $.seed
    a missing setting that is neutral: $ seed mapped - -: as $.seed
    a missing setting that is optional: $ candidates mapped - -: as $.n
    a missing setting of the contract: $ candidates mapped - -: as $.n
    a stored answer: $ store mapped - -: as $.store
    an emulated feature: $.output_config.format.schema output.json_schema mapped - -: as $.response_format.json_schema
    an unknown member: $.odd vendor disclosed - -: openai does not know odd
    a member without its value: $.odd vendor disclosed - -: openai does not know odd
    a member with its path: $.a.odd vendor disclosed - -: openai does not know odd
    a member that needs quotes: $["odd name"] vendor refused - -: openai does not know odd name
    a member that is null: $.odd vendor mapped - -: the value that is assumed without it
    an empty member: $.odd vendor mapped - -: the value that is assumed without it
    a binding member: $.mcp_servers vendor refused - -: openai does not know mcp_servers
    a binding member of a node: $.messages[0].content[1].mcp_servers vendor refused - -: openai does not know mcp_servers
    a binding member of the target: $.mcp_servers vendor mapped - -: as .mcp_servers
    a binding member of another vendor: $.mcp_servers vendor refused - -: openai does not know mcp_servers
    a feature of the target: $.messages[0].content[1].signature thinking.signature mapped - -: -
    a unit of the target: $ opaque mapped - -: -
    `,
  );
  describeForms(
    "of a count",
    listRequest(openai, claude, { operation: "count_tokens" }),
    `
    a native feature: $.messages[0].content[1] text mapped - -: -
    a native feature of a made node: $.image_url.url image.url mapped - -: as .source.url
    a marked part: $.messages[0].content[1].part image.url mapped - -: as .source.url
    a part that is not marked: $.messages[0].content[1].image_url.url image.url mapped - -: as .source.url
    a place: $.messages[0].content[1] text mapped - -: -
    a setting: $.temperature temperature mapped - -: from 0 to 1; the newest models take none
    a setting with a marked name: $.safety_identifier user mapped - -: as $.metadata.user_id
    a place with a marked name: $ user mapped - -: as $.metadata.user_id
    a missing setting: $.seed seed disclosed - -: the API does not let the caller steer this
    a missing setting that is neutral: $.seed seed mapped - -: the value that is assumed without it
    a missing setting that is optional: $.n candidates disclosed - -: the API gives one answer
    a missing setting of the contract: $.n candidates mapped - -: has no part in the count
    a stored answer: $.store store disclosed - -: answers are not stored for the caller
    an emulated feature: $.response_format.json_schema output.json_schema mapped - -: as $.output_config.format.schema
    an unknown member: $.odd vendor mapped - -: as .odd
    a member without its value: $.odd vendor mapped - -: as .odd
    a member with its path: $.a.odd vendor mapped - -: as .odd
    a member that needs quotes: $["odd name"] vendor mapped - -: as .odd name
    a member that is null: $.odd vendor mapped - -: as .odd
    an empty member: $.odd vendor mapped - -: as .odd
    a binding member: $.mcp_servers vendor mapped - -: as .mcp_servers
    a binding member of a node: $.messages[0].content[1].mcp_servers vendor mapped - -: as .mcp_servers
    a binding member of the target: $.mcp_servers vendor disclosed - -: claude does not know mcp_servers
    a binding member of another vendor: $.mcp_servers vendor disclosed - -: claude does not know mcp_servers
    a feature of the target: $.messages[0].content[1] thinking.signature mapped - -: as .signature
    a unit of the target: $ opaque refused - -: a unit of another dialect
    `,
  );
  describeForms(
    "of a request of codex",
    listRequest(findDialect("codex"), claude),
    `
    a native feature: $.messages[0].content[1] text mapped - -: -
    a native feature of a made node: $.image_url image.url mapped - -: as .source.url
    a marked part: $.messages[0].content[1].part image.url mapped - -: as .source.url
    a part that is not marked: $.messages[0].content[1].image_url image.url mapped - -: as .source.url
    a place: $.messages[0].content[1] text mapped - -: -
    a setting: $.temperature temperature mapped - -: from 0 to 1; the newest models take none
    a setting with a marked name: $.safety_identifier user mapped - -: as $.metadata.user_id
    a place with a marked name: $ user mapped - -: as $.metadata.user_id
    a missing setting: $ seed disclosed - -: the API does not let the caller steer this
    a missing setting that is neutral: $ seed mapped - -: the value that is assumed without it
    a missing setting that is optional: $ candidates disclosed - -: the API gives one answer
    a missing setting of the contract: $ candidates refused - -: the API gives one answer
    a stored answer: $.store store mapped - -: the value that is assumed without it
    an emulated feature: $.text.format output.json_schema mapped - -: as $.output_config.format.schema
    an unknown member: $.odd vendor mapped - -: as .odd
    a member without its value: $.odd vendor mapped - -: as .odd
    a member with its path: $.a.odd vendor mapped - -: as .odd
    a member that needs quotes: $["odd name"] vendor mapped - -: as .odd name
    a member that is null: $.odd vendor mapped - -: as .odd
    an empty member: $.odd vendor mapped - -: as .odd
    a binding member: $.mcp_servers vendor mapped - -: as .mcp_servers
    a binding member of a node: $.messages[0].content[1].mcp_servers vendor mapped - -: as .mcp_servers
    a binding member of the target: $.mcp_servers vendor disclosed - -: claude does not know mcp_servers
    a binding member of another vendor: $.mcp_servers vendor disclosed - -: claude does not know mcp_servers
    a feature of the target: $.messages[0].content[1] thinking.signature mapped - -: as .signature
    a unit of the target: $ opaque refused - -: a unit of another dialect
    `,
  );
  describeForms(
    "of a reply",
    listReply(),
    `
    a native feature: $.messages[0].content[1] text mapped - -: - | $.at | true
    a missing feature: $.messages[0].content[1].signature thinking.signature disclosed - -: messages have no place for signatures | $.at.signature | false
    a foreign feature: $.messages[0].content[1].citations citation disclosed - -: a reason | $.at.citations | false
    a foreign feature of the target: $.messages[0].content[1].citations citation mapped - -: - | $.at.citations | true
    a member of the source: $.messages[0].content[1].odd vendor disclosed - -: openai does not know odd | $.at.odd | false
    a member of the target: $.messages[0].content[1].odd vendor mapped - -: as .odd | $.at.odd | true
    a place: $ candidates mapped - -: as $.choices | $.at | true
    `,
  );
  describeForms(
    "of notes",
    listNotes({ emulators: ["e"], nothing: new Set(["metadata", ""]) }),
    `
    a note on a node: $.messages[0].content[1].x text disclosed - -: r
    a note on the request by a node: $.x - disclosed - -: r
    a note on a made node: $.x - disclosed - -: r
    a note on a marked feature: $.safety_identifier user disclosed - -: r
    a note on a setting: $.temperature temperature disclosed - -: r
    a note on a feature of a node: $.x image.url disclosed - -: r
    a note on a missing feature: $.y thinking.text disclosed - -: r
    a note on no feature: $.x - mapped - -: the value that is assumed without it
    a note on an unknown feature: $.x odd disclosed - -: r
    a note of a rule: $.temperature temperature disclosed - a.rule: r
    a refusal: $.temperature temperature refused - -: r
    a refusal of a text: $.x text refused - -: r
    a refusal of a mode: $.thinking.type reasoning.mode refused - -: r
    a refusal of parallel calls: $.tool_choice.disable_parallel_tool_use parallel_tool_calls refused - -: r
    an emulation: $.x text emulated e -: r
    another emulation: $.x text refused - -: r; the emulator f is not in use
    an emulation without a name: $.x - mapped - -: the value that is assumed without it
    a feature that asks nothing: $.x metadata mapped - -: the value that is assumed without it
    a node that asks nothing: $.messages[0].content[1] metadata disclosed - -: r
    `,
  );
  describeForms(
    "of notes in strict mode",
    listNotes({ strict: true, waived: ["temperature"] }),
    `
    a note on a node: $.messages[0].content[1].x text refused - -: r
    a note on the request by a node: $.x - refused - -: r
    a note on a made node: $.x - refused - -: r
    a note on a marked feature: $.safety_identifier user refused - -: r
    a note on a setting: $.temperature temperature disclosed - -: r
    a note on a feature of a node: $.x image.url refused - -: r
    a note on a missing feature: $.y thinking.text refused - -: r
    a note on no feature: $.x - refused - -: r
    a note on an unknown feature: $.x odd refused - -: r
    a note of a rule: $.temperature temperature disclosed - a.rule: r
    a refusal: $.temperature temperature refused - -: r
    a refusal of a text: $.x text refused - -: r
    a refusal of a mode: $.thinking.type reasoning.mode refused - -: r
    a refusal of parallel calls: $.tool_choice.disable_parallel_tool_use parallel_tool_calls refused - -: r
    an emulation: $.x text refused - -: r; the emulator e is not in use
    another emulation: $.x text refused - -: r; the emulator f is not in use
    an emulation without a name: $.x - refused - -: r; the emulator undefined is not in use
    a feature that asks nothing: $.x metadata refused - -: r
    a node that asks nothing: $.messages[0].content[1] metadata refused - -: r
    `,
  );
  describeForms(
    "of notes on a count",
    listNotes({ operation: "count_tokens" }),
    `
    a note on a node: $.messages[0].content[1].x text disclosed - -: r
    a note on the request by a node: $.x - disclosed - -: r
    a note on a made node: $.x - disclosed - -: r
    a note on a marked feature: $.safety_identifier user disclosed - -: r
    a note on a setting: $.temperature temperature disclosed - -: r
    a note on a feature of a node: $.x image.url disclosed - -: r
    a note on a missing feature: $.y thinking.text disclosed - -: r
    a note on no feature: $.x - disclosed - -: r
    a note on an unknown feature: $.x odd disclosed - -: r
    a note of a rule: $.temperature temperature disclosed - a.rule: r
    a refusal: $.temperature temperature mapped - -: has no part in the count
    a refusal of a text: $.x text refused - -: r
    a refusal of a mode: $.thinking.type reasoning.mode mapped - -: has no part in the count
    a refusal of parallel calls: $.tool_choice.disable_parallel_tool_use parallel_tool_calls mapped - -: has no part in the count
    an emulation: $.x text refused - -: r; the emulator e is not in use
    another emulation: $.x text refused - -: r; the emulator f is not in use
    an emulation without a name: $.x - refused - -: r; the emulator undefined is not in use
    a feature that asks nothing: $.x metadata disclosed - -: r
    a node that asks nothing: $.messages[0].content[1] metadata disclosed - -: r
    `,
  );

  it("names the settings that ask for nothing", () => {
    const given = [...Object.values(used), vendor("claude", "empty", { value: "" })];
    expect([...featuresThatAskNothing(given, claude)]).toEqual(["seed"]);
    expect([...featuresThatAskNothing(given, findDialect("codex"))]).toEqual(["seed", "store"]);
  });
});
