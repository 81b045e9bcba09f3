import { describe, expect, it } from "vitest";
import { listPeers, OURS, PEERS, selectTargets, type Target } from "./targets.ts";

const original: Target[] = ["direct", "portkey", "gomodel", "bifrost", "litellm"].map((name) => ({
  name,
  kind: name === "direct" ? "limit" : "gateway",
}));
const settings = { node: "node", entry: "abp.js", workers: [] };

describe("the gateways that are measured beside ours", () => {
  it("are those of the registry, and compiled ones whose programs the environment names", () => {
    expect(listPeers({})).toEqual(Object.keys(PEERS));
    expect(listPeers({ GOMODEL: "/bin/gomodel", BIFROST: "" })).toEqual([...Object.keys(PEERS), "gomodel"]);
    expect(listPeers({ GOMODEL: "a", BIFROST: "b" }).slice(-2)).toEqual(["gomodel", "bifrost"]);
  });

  it("are taken from the list of the harness by their names", () => {
    const names = (peers: readonly string[]) =>
      selectTargets(original, { ...settings, peers }).map(({ name }) => name);
    expect(names(["portkey", "gomodel"])).toEqual([...names([]), "portkey", "gomodel"]);
    expect(names([])).toContain(OURS);
  });
});
