import { describe, expect, it } from "vitest";
import { readName } from "./read-name.ts";

function read(model: string): string {
  const { maker, line, version, variant } = readName(model);
  return [maker, line, version, variant].join(" ");
}

describe("the name of a model", () => {
  it.each([
    ["claude-opus-4-5-20251101", "Claude opus 405 -20251101"],
    ["claude-opus-4.8", "Claude opus 408 "],
    ["claude-sonnet-4-20250514", "Claude sonnet 400 -20250514"],
    ["claude-opus-5", "Claude opus 500 "],
    ["claude-fable-5-2", "Claude fable 502 "],
    ["claude-3-5-sonnet-20241022", "Claude sonnet 305 -20241022"],
    ["claude-3.7-sonnet", "Claude sonnet 307 "],
    ["claude-4-opus", "Claude opus 400 "],
    ["claude-opus-latest", "Claude opus Infinity "],
    ["claude-nova-6", "Claude nova 600 "],
  ])("of a Claude model is read in both orders: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each([
    ["gpt-5.4-mini-2026-03-01", "GPT  504 mini"],
    ["gpt-5", "GPT  500 "],
    ["gpt-4o-mini", "GPT o 400 mini"],
    ["chatgpt-4o-latest", "GPT o 400 "],
    ["gpt-4.1-nano", "GPT  401 nano"],
    ["gpt-5.1-codex-max", "GPT  501 codex-max"],
    ["gpt-6.1-sol", "GPT  601 sol"],
    ["gpt-35-turbo", "GPT  305 turbo"],
    ["gpt-5-chat-latest", "GPT  500 chat"],
    ["chat-latest", "GPT  Infinity chat"],
    ["o3", "o  300 "],
    ["o4-mini-2025-04-16", "o  400 mini"],
  ])("of an OpenAI model has version and variant: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each([
    ["gemini-2.5-flash-lite-preview-09-2025", "Gemini  205 flash-lite"],
    ["gemini-3-flash-preview", "Gemini  300 flash"],
    ["gemini-3.1-pro-preview-customtools", "Gemini  301 pro"],
    ["gemini-4-argon", "Gemini  400 argon"],
    ["gemini-2.0-flash-001", "Gemini  200 flash"],
    ["gemini-flash-latest", "Gemini  Infinity flash"],
    ["gemini-flash-lite-latest", "Gemini  Infinity flash-lite"],
  ])("of a Gemini model may be an alias of the newest: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each([
    ["kimi-k2.7-code", "Kimi k 207 code"],
    ["kimi-k2-0905-preview", "Kimi k 200 0905-preview"],
    ["kimi-k3.1-pro", "Kimi k 301 pro"],
    ["kimi-for-coding", "Kimi k Infinity for-coding"],
    ["moonshot-v1-128k", "Moonshot v 100 128k"],
  ])("of a Kimi model is numbered, or stands for the newest: %s", (model, expected) => {
    expect(read(model)).toBe(expected);
  });

  it.each([
    ["anthropic/claude-opus-5", "Claude opus 500 "],
    ["us.anthropic.claude-opus-4-5-20251101-v1:0", "Claude opus 405 -20251101"],
    ["claude-opus-4-5@20251101", "Claude opus 405 "],
    ["claude-sonnet-4-6[1m]", "Claude sonnet 406 "],
    ["openai/gpt-5.5:free", "GPT  505 "],
    ["publishers/google/models/gemini-3.8-flash", "Gemini  308 flash"],
    ["moonshotai/kimi-k3", "Kimi k 300 "],
    ["Claude-Opus-5", "Claude opus 500 "],
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
