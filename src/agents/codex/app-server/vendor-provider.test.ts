import { describe, expect, it } from "vitest";
import { vendorArguments } from "./vendor-provider.ts";

describe("the provider of a run without the gateway", () => {
  it("is the vendor, with the variable of the key and never the key itself", () => {
    const words = vendorArguments({ OPENAI_API_KEY: "sk-secret" });
    expect(words).toEqual([
      ...["-c", 'model_provider="environment"'],
      ...["-c", 'model_providers.environment.name="OpenAI"'],
      ...["-c", 'model_providers.environment.base_url="https://api.openai.com/v1"'],
      ...["-c", 'model_providers.environment.wire_api="responses"'],
      ...["-c", 'model_providers.environment.env_key="OPENAI_API_KEY"'],
    ]);
  });

  it("is the address of the environment if there is one", () => {
    const env = { CODEX_API_KEY: "a", OPENAI_API_KEY: "b", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    const words = vendorArguments(env);
    expect(words).toContain('model_providers.environment.base_url="http://127.0.0.1:1/v1"');
    expect(words).toContain('model_providers.environment.env_key="CODEX_API_KEY"');
    expect(vendorArguments({ OPENAI_API_KEY: "b", OPENAI_BASE_URL: "" })).toContain(
      'model_providers.environment.base_url="https://api.openai.com/v1"',
    );
  });

  it("is left to Codex if there is no key", () => {
    expect(vendorArguments({ OPENAI_BASE_URL: "http://127.0.0.1:1/v1", OPENAI_API_KEY: "" })).toEqual([]);
  });
});
