import { describe, expect, it } from "vitest";
import { ThreadUsage } from "./thread-usage.ts";

const counts = (factor: number) => ({
  inputTokens: 100 * factor,
  outputTokens: 10 * factor,
  cachedInputTokens: 20 * factor,
  cacheWriteInputTokens: 3 * factor,
  reasoningOutputTokens: 7 * factor,
  totalTokens: 110 * factor,
});

const update = (threadId: string, turnId: string, total: number, last: number) => ({
  threadId,
  turnId,
  tokenUsage: { total: counts(total), last: counts(last) },
});

const used = (factor: number) => ({
  input_tokens: 100 * factor,
  output_tokens: 10 * factor,
  cache_read_tokens: 20 * factor,
  cache_write_tokens: 3 * factor,
});

describe("the usage of a run", () => {
  it("is unknown before Codex says anything", () => {
    const usage = new ThreadUsage();
    usage.turnStarted("turn");
    expect(usage.total).toBeUndefined();
  });

  it("is the last total of a new thread", () => {
    const usage = new ThreadUsage();
    usage.turnStarted("turn");
    usage.update(update("thread", "turn", 1, 1));
    expect(usage.total).toEqual(used(1));
    usage.update(update("thread", "turn", 3, 2));
    expect(usage.total).toEqual(used(3));
    usage.update(update("thread", "turn", 3, 2));
    expect(usage.total).toEqual(used(3));
  });

  it("leaves out what a resumed thread repeats of an earlier turn", () => {
    const usage = new ThreadUsage();
    usage.update(update("thread", "earlier turn", 5, 2));
    expect(usage.total).toEqual(used(0));
    usage.turnStarted("turn");
    usage.update(update("thread", "turn", 6, 1));
    usage.update(update("thread", "turn", 8, 2));
    expect(usage.total).toEqual(used(3));
  });

  it("leaves out what a forked thread had used before its first update", () => {
    const usage = new ThreadUsage();
    usage.turnStarted("turn");
    usage.update(update("fork", "turn", 7, 1));
    usage.update(update("fork", "turn", 9, 2));
    expect(usage.total).toEqual(used(3));
  });

  it("adds the threads of sub-agents", () => {
    const usage = new ThreadUsage();
    usage.turnStarted("turn");
    usage.turnStarted("sub turn");
    usage.update(update("thread", "turn", 2, 2));
    usage.update(update("sub-agent", "sub turn", 1, 1));
    usage.update(update("thread", "turn", 4, 2));
    expect(usage.total).toEqual(used(5));
  });

  it("is never negative and takes missing counts for zero", () => {
    const usage = new ThreadUsage();
    usage.update(update("thread", "earlier turn", 5, 2));
    usage.turnStarted("turn");
    usage.update(update("thread", "turn", 1, 1));
    expect(usage.total).toEqual(used(0));
    const other = new ThreadUsage();
    other.turnStarted("turn");
    other.update({ threadId: "thread", turnId: "turn" });
    expect(other.total).toEqual(used(0));
  });
});
