import { describe, expect, it } from "vitest";
import { readName } from "./read-name.ts";

function read(model: string): string {
  const { maker, line, version, variant } = readName(model);
  return [maker, line, version, variant].join(" ");
}

describe("the name of a model", () => {
  it.each([
    ["claude-opus-4-5-20251101", "claude opus 405 -20251101"],
    ["claude-opus-4.8", "claude opus 408 "],
    ["claude-sonnet-4-20250514", "claude sonnet 400 -20250514"],
    ["claude-opus-5", "claude opus 500 "],
    ["claude-fable-5-2", "claude fable 502 "],
    ["claude-3-5-sonnet-20241022", "claude sonnet 305 -20241022"],
    ["claude-3.7-sonnet", "claude sonnet 307 "],
    ["claude-4-opus", "claude opus 400 "],
    ["claude-opus-latest", "claude opus Infinity "],
    ["claude-nova-6", "claude nova 600 "],
  ])("of a Claude model is read in both orders: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each([
    ["gpt-5.4-mini-2026-03-01", "gpt  504 mini"],
    ["gpt-5", "gpt  500 "],
    ["gpt-4o-mini", "gpt o 400 mini"],
    ["chatgpt-4o-latest", "gpt o 400 "],
    ["gpt-4.1-nano", "gpt  401 nano"],
    ["gpt-5.1-codex-max", "gpt  501 codex-max"],
    ["gpt-6.1-sol", "gpt  601 sol"],
    ["gpt-35-turbo", "gpt  305 turbo"],
    ["gpt-5-chat-latest", "gpt  500 chat"],
    ["chat-latest", "gpt  Infinity chat"],
    ["o3", "o  300 "],
    ["o4-mini-2025-04-16", "o  400 mini"],
  ])("of an OpenAI model has version and variant: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each([
    ["gemini-2.5-flash-lite-preview-09-2025", "gemini  205 flash-lite"],
    ["gemini-3-flash-preview", "gemini  300 flash"],
    ["gemini-3.1-pro-preview-customtools", "gemini  301 pro"],
    ["gemini-4-argon", "gemini  400 argon"],
    ["gemini-2.0-flash-001", "gemini  200 flash"],
    ["gemini-flash-latest", "gemini  Infinity flash"],
    ["gemini-flash-lite-latest", "gemini  Infinity flash-lite"],
  ])("of a Gemini model may be an alias of the newest: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each([
    ["kimi-k2.7-code", "kimi k 207 code"],
    ["kimi-k2-0905-preview", "kimi k 200 0905-preview"],
    ["kimi-k3.1-pro", "kimi k 301 pro"],
    ["kimi-for-coding", "kimi k Infinity for-coding"],
    ["moonshot-v1-128k", "moonshot v 100 128k"],
  ])("of a Kimi model is numbered, or stands for the newest: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each([
    ["anthropic/claude-opus-5", "claude opus 500 "],
    ["us.anthropic.claude-opus-4-5-20251101-v1:0", "claude opus 405 -20251101"],
    ["claude-opus-4-5@20251101", "claude opus 405 "],
    ["claude-sonnet-4-6[1m]", "claude sonnet 406 "],
    ["openai/gpt-5.5:free", "gpt  505 "],
    ["publishers/google/models/gemini-3.8-flash", "gemini  308 flash"],
    ["moonshotai/kimi-k3", "kimi k 300 "],
    ["Claude-Opus-5", "claude opus 500 "],
  ])("is found in what a relay makes of it: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each(["m", "", "llama-4", "gpt-oss-120b", "gpt-audio", "claude", "gemini-embedding-2", "o"])(
    "that no maker is known by has none: %j",
    (model) => {
      expect(readName(model).maker).toBe("");
    },
  );
});
