export { errorBody } from "../openai/error-body.ts";
