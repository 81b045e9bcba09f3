import { chatDialect } from "../chat/index.ts";
import { profile } from "./profile.ts";

/** The dialect of GitHub Copilot's chat endpoint. */
export const copilot = chatDialect(profile);
