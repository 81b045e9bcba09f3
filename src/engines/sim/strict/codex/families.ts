export { familyOf } from "../openai/families.ts";
