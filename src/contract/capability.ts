import { z } from "zod";

/** The capabilities of abp/v0.1: its readers refuse a document that names any other. */
export const wireCapabilities = [
  "streaming",
  "tool_read",
  "tool_write",
  "tool_edit",
  "tool_bash",
  "tool_glob",
  "tool_grep",
  "tool_web_search",
  "tool_web_fetch",
  "tool_ask_user",
  "hooks_pre_tool_use",
  "hooks_post_tool_use",
  "session_resume",
  "session_fork",
  "checkpointing",
  "structured_output_json_schema",
  "mcp_client",
  "mcp_server",
  "tool_use",
  "extended_thinking",
  "image_input",
  "pdf_input",
  "code_execution",
  "logprobs",
  "seed_determinism",
  "stop_sequences",
  "function_calling",
  "vision",
  "audio",
  "json_mode",
  "system_message",
  "temperature",
  "top_p",
  "top_k",
  "max_tokens",
  "frequency_penalty",
  "presence_penalty",
  "cache_control",
  "batch_mode",
  "embeddings",
  "image_generation",
] as const;

/** One feature that a backend or model may have. */
export const Capability = z.enum(wireCapabilities).meta({ id: "Capability" });
export type Capability = z.infer<typeof Capability>;

/** How well a backend supports a capability. */
export const SupportLevel = z
  .union([
    z.enum(["native", "emulated", "unsupported"]),
    z.looseObject({ restricted: z.looseObject({ reason: z.string() }) }),
  ])
  .meta({ id: "SupportLevel" });
export type SupportLevel = z.infer<typeof SupportLevel>;

/** The least support that a requirement accepts. */
export const MinSupport = z.enum(["native", "emulated", "any"]).meta({ id: "MinSupport" });
export type MinSupport = z.infer<typeof MinSupport>;

/**
 * The capabilities that a backend declares. Unknown names are kept, so that a newer sidecar is understood as far as
 * possible.
 */
export const CapabilityManifest = z.record(z.string(), SupportLevel).meta({ id: "CapabilityManifest" });
export type CapabilityManifest = z.infer<typeof CapabilityManifest>;

/** One capability that a work order needs. */
export const CapabilityRequirement = z
  .looseObject({ capability: Capability, min_support: MinSupport })
  .meta({ id: "CapabilityRequirement" });
export type CapabilityRequirement = z.infer<typeof CapabilityRequirement>;

/** The requirements of a work order. */
export const CapabilityRequirements = z
  .looseObject({ required: z.array(CapabilityRequirement) })
  .meta({ id: "CapabilityRequirements", title: "CapabilityRequirements" });
export type CapabilityRequirements = z.infer<typeof CapabilityRequirements>;
