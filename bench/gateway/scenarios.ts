export interface Scenario {
  /** The name of the scenario in the shared harness. */
  readonly id: string;
  readonly title: string;
  /** `pass`: the engine speaks the caller's dialect. `map`: the gateway translates. */
  readonly way: "pass" | "map";
  /** The most CPU time that a request may take, as a multiple of the floor's. Scenarios without it measure latency. */
  readonly most?: number;
}

/** In the order of the tables. */
export const SCENARIOS: readonly Scenario[] = [
  { id: "A64", title: "passthrough JSON, 64 connections", way: "pass", most: 1.8 },
  { id: "C64", title: "mapped JSON, 64 connections", way: "map", most: 2.1 },
  { id: "B64", title: "passthrough SSE, 64 connections", way: "pass", most: 0.85 },
  { id: "D64", title: "mapped SSE, 64 connections", way: "map", most: 1.05 },
  { id: "E16", title: "passthrough, 1 MB request, 16 connections", way: "pass", most: 1.6 },
  { id: "A1", title: "passthrough JSON, 1 connection", way: "pass" },
  { id: "C1", title: "mapped JSON, 1 connection", way: "map" },
  { id: "A512", title: "passthrough JSON, 512 connections", way: "pass", most: 1.8 },
  { id: "B512", title: "passthrough SSE, 512 connections", way: "pass", most: 1.2 },
  { id: "D512", title: "mapped SSE, 512 connections", way: "map", most: 1.2 },
  { id: "Gp", title: "passthrough SSE, an event every 20 ms", way: "pass", most: 1.2 },
  { id: "Gm", title: "mapped SSE, an event every 20 ms", way: "map", most: 1.25 },
];
