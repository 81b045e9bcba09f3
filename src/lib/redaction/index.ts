export {
  compileRedactor,
  encodedForms,
  REDACTED,
  type RedactionOptions,
  redact,
  redactText,
} from "./redact.ts";
export { isSecretName } from "./secret-name.ts";
