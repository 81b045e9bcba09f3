import { type AccountIds, type IdKind, placesNamed } from "../endpoints/account-ids.ts";

const FILE: IdKind = { prefixes: ["file-"], certain: /./ };
/** Pictures and films that were uploaded are named by addresses such as `ms://abc`. */
const UPLOADED: IdKind = { ...FILE, scheme: "ms" };

/** Where Moonshot's API reads ids. */
export const accountIds: AccountIds = {
  places: [
    ...placesNamed(["file_id"], FILE),
    ...placesNamed(["input_file_id"], { ...FILE, isInput: true }),
    ...placesNamed(["url", "image_url", "video_url"], UPLOADED),
  ],
  notRead: [["tools", "parameters"], ["metadata"], ["json_schema", "schema"]],
};
