/** Who asks. Records belong to the tenant `a`, or, for the foreign owner, to a key of the default tenant. */
export const askers = [
  "no key",
  "wrong key",
  "caller",
  "viewer",
  "operator",
  "admin",
  "admin of all",
  "foreign tenant",
  "foreign owner",
  "key of a run",
  "key of an upload",
] as const;
export type Asker = (typeof askers)[number];

/** `in` is any status but 401, 403 and 404: the request reached what it asks for. */
export type Outcome = "in" | 401 | 403 | 404;

/** One route: its name, how it is asked, and the outcome for each asker in the order of `askers`. */
export interface PermissionRow {
  readonly name: string;
  readonly method: string;
  /** `RUN`, `APPROVAL` and `KEY` stand for records of the asker's counterpart. */
  readonly path: string;
  readonly body?: object;
  readonly outcomes: readonly Outcome[];
}

// no, wrong, caller, viewer, operator, admin, all, foreign tenant, foreign owner, run, upload
const OPEN: readonly Outcome[] = ["in", "in", "in", "in", "in", "in", "in", "in", "in", "in", "in"];
const FACTS: readonly Outcome[] = [401, 401, "in", "in", "in", "in", "in", "in", "in", 401, 401];
const READ_LIST: readonly Outcome[] = [401, 401, 403, "in", "in", "in", "in", "in", "in", 401, 401];
const READ_ONE: readonly Outcome[] = [401, 401, 403, "in", "in", "in", "in", 404, 404, 401, 401];
/** What belongs to the run is not there, whoever asks. */
const READ_NONE: readonly Outcome[] = [401, 401, 403, 404, 404, 404, 404, 404, 404, 401, 401];
const ALL_STATE: readonly Outcome[] = [401, 401, 403, 403, 403, 403, "in", 403, 403, 401, 401];
const WRITE_NEW: readonly Outcome[] = [401, 401, 403, 403, "in", "in", "in", "in", "in", 401, 401];
const WRITE_ONE: readonly Outcome[] = [401, 401, 403, 403, "in", "in", "in", 404, 404, 401, 401];
const KEYS_LIST: readonly Outcome[] = [401, 401, 403, 403, 403, "in", "in", "in", "in", 401, 401];
// A key without a tenant cannot share its records with another key.
const KEYS_NEW: readonly Outcome[] = [401, 401, 403, 403, 403, "in", "in", "in", 403, 401, 401];
const KEYS_ONE: readonly Outcome[] = [401, 401, 403, 403, 403, "in", "in", 404, 404, 401, 401];

/** Written by hand, from what each route shows and does. */
export const permissionTable: readonly PermissionRow[] = [
  { name: "get_health", method: "GET", path: "/health", outcomes: OPEN },
  { name: "get_readiness", method: "GET", path: "/readiness", outcomes: OPEN },
  { name: "get_openapi", method: "GET", path: "/openapi.json", outcomes: OPEN },
  { name: "get_docs", method: "GET", path: "/docs", outcomes: OPEN },
  { name: "get_version", method: "GET", path: "/version", outcomes: FACTS },
  { name: "list_schemas", method: "GET", path: "/schemas", outcomes: FACTS },
  { name: "get_schema", method: "GET", path: "/schemas/work_order", outcomes: FACTS },
  { name: "get_config", method: "GET", path: "/config", outcomes: ALL_STATE },
  { name: "list_backends", method: "GET", path: "/backends", outcomes: FACTS },
  { name: "list_engines", method: "GET", path: "/engines", outcomes: FACTS },
  { name: "check_engine", method: "GET", path: "/engines/sim/state", outcomes: ALL_STATE },
  { name: "list_models", method: "GET", path: "/models", outcomes: FACTS },
  { name: "get_register", method: "GET", path: "/register/openai/claude", outcomes: FACTS },
  { name: "validate_document", method: "POST", path: "/validate", body: {}, outcomes: FACTS },
  { name: "negotiate", method: "POST", path: "/negotiate", body: {}, outcomes: FACTS },
  { name: "explain_call", method: "POST", path: "/explain", body: {}, outcomes: FACTS },
  { name: "translate_call", method: "POST", path: "/translate", body: {}, outcomes: FACTS },
  { name: "list_receipts", method: "GET", path: "/receipts", outcomes: READ_LIST },
  { name: "get_receipt", method: "GET", path: "/receipts/RUN", outcomes: READ_ONE },
  { name: "get_bundle", method: "GET", path: "/receipts/RUN/bundle", outcomes: READ_ONE },
  { name: "verify_receipt", method: "POST", path: "/receipts/verify", body: {}, outcomes: FACTS },
  { name: "compare_receipts", method: "POST", path: "/receipts/compare", body: {}, outcomes: READ_LIST },
  { name: "get_checkpoint", method: "GET", path: "/log/checkpoint", outcomes: READ_LIST },
  { name: "list_keys", method: "GET", path: "/keys", outcomes: KEYS_LIST },
  { name: "create_key", method: "POST", path: "/keys", body: { name: "made" }, outcomes: KEYS_NEW },
  { name: "set_key", method: "PATCH", path: "/keys/KEY", body: { roles: ["caller"] }, outcomes: KEYS_ONE },
  { name: "revoke_key", method: "DELETE", path: "/keys/KEY", outcomes: KEYS_ONE },
  { name: "submit_run", method: "POST", path: "/runs", body: {}, outcomes: WRITE_NEW },
  { name: "list_runs", method: "GET", path: "/runs", outcomes: READ_LIST },
  { name: "get_run", method: "GET", path: "/runs/RUN", outcomes: READ_ONE },
  { name: "cancel_run", method: "POST", path: "/runs/RUN/cancel", body: {}, outcomes: WRITE_ONE },
  { name: "steer_run", method: "POST", path: "/runs/RUN/steer", body: { text: "hi" }, outcomes: WRITE_ONE },
  { name: "delete_run", method: "DELETE", path: "/runs/RUN", outcomes: WRITE_ONE },
  { name: "get_run_patch", method: "GET", path: "/runs/RUN/patch", outcomes: READ_NONE },
  { name: "apply_run", method: "POST", path: "/runs/RUN/apply", body: {}, outcomes: WRITE_ONE },
  { name: "verify_run", method: "POST", path: "/runs/RUN/verify", outcomes: READ_ONE },
  { name: "fork_run", method: "POST", path: "/runs/RUN/fork", body: { task: "hi" }, outcomes: WRITE_ONE },
  { name: "resume_run", method: "POST", path: "/runs/RUN/resume", body: { task: "hi" }, outcomes: WRITE_ONE },
  { name: "follow_run_events", method: "GET", path: "/runs/RUN/events/stream", outcomes: READ_ONE },
  { name: "follow_events", method: "GET", path: "/events/stream", outcomes: READ_LIST },
  { name: "upload_archive", method: "POST", path: "/archives", outcomes: WRITE_NEW },
  { name: "list_run_events", method: "GET", path: "/runs/RUN/events", outcomes: READ_ONE },
  { name: "list_events", method: "GET", path: "/events", outcomes: READ_LIST },
  { name: "list_approvals", method: "GET", path: "/approvals", outcomes: READ_LIST },
  { name: "get_approval", method: "GET", path: "/approvals/APPROVAL", outcomes: READ_ONE },
  {
    name: "allow_approval",
    method: "POST",
    path: "/approvals/APPROVAL/allow",
    body: {},
    outcomes: WRITE_ONE,
  },
  { name: "deny_approval", method: "POST", path: "/approvals/APPROVAL/deny", body: {}, outcomes: WRITE_ONE },
  { name: "list_calls", method: "GET", path: "/calls", outcomes: READ_LIST },
  { name: "get_usage", method: "GET", path: "/usage", outcomes: READ_LIST },
];
