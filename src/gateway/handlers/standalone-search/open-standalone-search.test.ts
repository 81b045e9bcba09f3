import { describe, expect, it } from "vitest";
import type { Engine } from "../../../engines/index.ts";
import { fakeEngine } from "../../fixtures/engines.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { fakeSearch, searchingWith } from "../../fixtures/searched-call.ts";
import { admissionTo, bodyOf, testContext } from "../../fixtures/test-context.ts";
import { CallRequest } from "../../request/call-request.ts";
import type { Searching } from "../../search/searching.ts";
import { MappedResponse } from "../mapped/mapped-response.ts";
import { PassthroughResponse } from "../passthrough/passthrough-response.ts";
import { openStandaloneSearch } from "./open-standalone-search.ts";
import { ProviderSearch } from "./provider-search.ts";

const searching = searchingWith(fakeSearch());

function open(engine: Engine, commands: object, own: Searching | undefined, settings: object = {}) {
  const context = { ...testContext({ engines: [engine] }), searching: own };
  const body = { id: "session", model: "m", commands, settings, max_output_tokens: 200 };
  const request = new CallRequest(admissionTo("/v1/alpha/search"), bodyOf(body));
  request.scan(64);
  const question = {
    owner: new RecordingOwner(),
    context,
    request,
    target: { engine, model: undefined, getsCallerKey: true },
    plan: { compatibility: "best_effort" as const, waived: [] },
    ledger: context.ledger,
  };
  return openStandaloneSearch(question, request.dialect.search!);
}

const cats = { search_query: [{ q: "cats" }] };
const codex = fakeEngine("e", "codex");
const plain = fakeEngine("e", "openai");

describe("a search without a conversation", () => {
  it("passes through only to an engine of its dialect that serves it", () => {
    const serving = fakeEngine("e", "codex", { servesSearch: true });
    expect(open(serving, cats, searching)).toBeInstanceOf(PassthroughResponse);
    const other = fakeEngine("e", "openai", { servesSearch: true });
    expect(open(other, cats, searching)).not.toBeInstanceOf(PassthroughResponse);
    expect(open(codex, cats, searching)).not.toBeInstanceOf(PassthroughResponse);
  });

  it("is one of the engine's own, if it has one, also if the gateway searches", () => {
    for (const own of [searching, undefined]) expect(open(codex, cats, own)).toBeInstanceOf(MappedResponse);
  });

  it("is one of the gateway if the engine has none, as far as the gateway searches for it", () => {
    const response = open(plain, cats, searching);
    expect(response).toBeInstanceOf(ProviderSearch);
    expect(response.facts().mapping).toMatchObject([{ from: "codex", to: "openai" }]);
    const refused = expect.objectContaining({ code: "mapping_unmappable_tool" });
    expect(() => open(plain, cats, undefined)).toThrow(refused);
    const asked: string[][] = [];
    const isOnFor = (...names: string[]) => {
      asked.push(names);
      return false;
    };
    expect(() => open(plain, cats, { ...searching, isOnFor })).toThrow(refused);
    expect(asked).toEqual([["e", "dev"]]);
  });

  it("of nothing is answered without an engine and a provider", () => {
    expect(open(plain, {}, undefined)).toBeInstanceOf(ProviderSearch);
    expect(open(codex, {}, undefined)).toBeInstanceOf(ProviderSearch);
  });

  it("fails with every other error of the engine's dialect", () => {
    const broken = { ...plain, dialect: { ...plain.dialect, writeRequest: fail } };
    expect(() => open(broken, cats, searching)).toThrow("cannot write");
  });
});

function fail(): never {
  throw new Error("cannot write");
}
