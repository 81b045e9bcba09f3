/**
 * The migrations of the database, in order. `user_version` is the number of those that were applied.
 * The `place` of a receipt is the id of its log times 2^32 plus its position, so that the table has the order of the logs.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE logs (
    id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL UNIQUE,
    origin TEXT NOT NULL,
    size INTEGER NOT NULL,
    last TEXT,
    frontier BLOB NOT NULL,
    checkpoint TEXT,
    checkpoint_size INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE receipts (
    place INTEGER PRIMARY KEY,
    log INTEGER NOT NULL,
    run_id TEXT NOT NULL,
    leaf BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX receipts_by_run ON receipts (log, run_id);

  -- The hashes of complete subtrees of 256 leaves. A proof reads one row for each of them, not 256 receipts.
  CREATE TABLE subtrees (
    place INTEGER PRIMARY KEY,
    hash BLOB NOT NULL
  ) STRICT;

  -- Runs that have begun. Each batch adds one row, with one JSON line for each run.
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    runs TEXT NOT NULL
  ) STRICT;

  CREATE TABLE custody (
    log INTEGER NOT NULL,
    tool_call_id TEXT NOT NULL,
    reasoning TEXT NOT NULL,
    PRIMARY KEY (log, tool_call_id)
  ) STRICT;

  CREATE TABLE responses (
    log INTEGER NOT NULL,
    id TEXT NOT NULL,
    previous_id TEXT,
    created_at INTEGER NOT NULL,
    run_id TEXT NOT NULL,
    engine TEXT NOT NULL,
    is_native INTEGER NOT NULL,
    input TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (log, id)
  ) STRICT;
  `,
  `
  -- The indexes find expired rows. Reasoning of an older store has no time of its own and counts as new.
  ALTER TABLE responses ADD COLUMN is_pending INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX responses_by_age ON responses (created_at);
  ALTER TABLE custody ADD COLUMN held_at INTEGER NOT NULL DEFAULT 0;
  UPDATE custody SET held_at = unixepoch() * 1000;
  CREATE INDEX custody_by_age ON custody (held_at);
  `,
  `
  -- Content belongs to an owner. Rows of an older version have none: their owner is the empty text.
  -- An id that stands for the content of two runs is repeated.
  ALTER TABLE responses RENAME TO old_responses;
  CREATE TABLE responses (
    log INTEGER NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    id TEXT NOT NULL,
    previous_id TEXT,
    created_at INTEGER NOT NULL,
    run_id TEXT NOT NULL,
    engine TEXT NOT NULL,
    is_native INTEGER NOT NULL,
    is_pending INTEGER NOT NULL DEFAULT 0,
    is_repeated INTEGER NOT NULL DEFAULT 0,
    input TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (log, owner, id)
  ) STRICT;
  INSERT INTO responses
    SELECT log, '', id, previous_id, created_at, run_id, engine, is_native, is_pending, 0, input, body FROM old_responses;
  DROP TABLE old_responses;
  CREATE INDEX responses_by_age ON responses (created_at);

  ALTER TABLE custody RENAME TO old_custody;
  CREATE TABLE custody (
    log INTEGER NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    tool_call_id TEXT NOT NULL,
    held_at INTEGER NOT NULL,
    is_repeated INTEGER NOT NULL DEFAULT 0,
    reasoning TEXT NOT NULL,
    PRIMARY KEY (log, owner, tool_call_id)
  ) STRICT;
  INSERT INTO custody SELECT log, '', tool_call_id, held_at, 0, reasoning FROM old_custody;
  DROP TABLE old_custody;
  CREATE INDEX custody_by_age ON custody (held_at);

  -- The ids of responses that an engine keeps.
  CREATE TABLE engine_responses (
    id TEXT NOT NULL,
    engine TEXT NOT NULL,
    log INTEGER NOT NULL,
    owner TEXT NOT NULL,
    run_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_repeated INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (id, engine, log, owner)
  ) STRICT;
  CREATE INDEX engine_responses_by_age ON engine_responses (created_at);
  `,
  `
  -- The events of runs. Each row has \`count\` events, one JSON line each.
  CREATE TABLE events (
    log INTEGER NOT NULL,
    run_id TEXT NOT NULL,
    first_seq INTEGER NOT NULL,
    count INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (log, run_id, first_seq)
  ) STRICT;
  CREATE INDEX events_by_age ON events (created_at);
  `,
  `
  -- What errors of engines taught about their models.
  CREATE TABLE evidence (
    log INTEGER NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    pattern TEXT NOT NULL,
    value TEXT NOT NULL,
    learned_at INTEGER NOT NULL,
    PRIMARY KEY (log, engine, model, pattern, value)
  ) STRICT;
  `,
  `
  -- Where the items of kept responses are, and the events of responses that are streamed from the background.
  CREATE TABLE response_items (
    log INTEGER NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    response TEXT NOT NULL,
    PRIMARY KEY (log, owner, id, response)
  ) STRICT;
  CREATE INDEX response_items_by_response ON response_items (log, owner, response);
  CREATE TABLE response_events (
    log INTEGER NOT NULL,
    owner TEXT NOT NULL,
    response TEXT NOT NULL,
    first_seq INTEGER NOT NULL,
    count INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (log, owner, response, first_seq)
  ) STRICT;
  CREATE TRIGGER response_deleted AFTER DELETE ON responses BEGIN
    DELETE FROM response_items WHERE log = old.log AND owner = old.owner AND response = old.id;
    DELETE FROM response_events WHERE log = old.log AND owner = old.owner AND response = old.id;
  END;

  CREATE TABLE conversations (
    log INTEGER NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    PRIMARY KEY (log, owner, id)
  ) STRICT;
  CREATE INDEX conversations_by_use ON conversations (used_at);
  CREATE TABLE conversation_items (
    log INTEGER NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (log, owner, conversation, position)
  ) STRICT;
  CREATE INDEX conversation_items_by_id ON conversation_items (log, owner, id);
  CREATE TRIGGER conversation_deleted AFTER DELETE ON conversations BEGIN
    DELETE FROM conversation_items WHERE log = old.log AND owner = old.owner AND conversation = old.id;
  END;

  -- Conversations that a caller continues by the id of the last answer, for a few minutes.
  CREATE TABLE threads (
    log INTEGER NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (log, owner, id)
  ) STRICT;
  CREATE INDEX threads_by_use ON threads (used_at);
  `,
  `
  -- Who made what vendors keep. An id belongs to the first owner that got it from an engine.
  CREATE TABLE engine_resources (
    id TEXT NOT NULL,
    engine TEXT NOT NULL,
    log INTEGER NOT NULL,
    owner TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    address TEXT,
    PRIMARY KEY (id, engine)
  ) STRICT;
  `,
  `
  CREATE INDEX engine_resources_by_age ON engine_resources (created_at);
  `,
  `
  -- Submitted work orders. A list reads the numbers of each state from an index.
  CREATE TABLE runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    key_name TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    priority REAL NOT NULL,
    backend TEXT NOT NULL,
    submission TEXT NOT NULL,
    submitted_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    cancel_reason TEXT
  ) STRICT;
  CREATE INDEX runs_by_owner ON runs (tenant, owner, state, number);
  CREATE INDEX runs_by_tenant ON runs (tenant, state, number);
  CREATE INDEX runs_by_state ON runs (state, number);
  CREATE INDEX runs_pending ON runs (tenant, priority DESC, number) WHERE state = 'pending';

  -- The states of submitted work orders and of approvals, in the order in which they became durable. A number never repeats.
  CREATE TABLE run_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    run_id TEXT NOT NULL,
    state TEXT NOT NULL,
    approval_id TEXT,
    approval_state TEXT,
    at INTEGER NOT NULL,
    log_size INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX run_changes_by_age ON run_changes (at);

  -- Questions that a person decides.
  CREATE TABLE approvals (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    run_id TEXT NOT NULL,
    key_name TEXT NOT NULL,
    operation TEXT NOT NULL,
    tool TEXT NOT NULL,
    rule TEXT NOT NULL,
    risk_level TEXT NOT NULL,
    input TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    decided_by TEXT,
    decided_at INTEGER,
    reason TEXT
  ) STRICT;
  CREATE INDEX approvals_by_owner ON approvals (tenant, owner, state, number);
  CREATE INDEX approvals_by_tenant ON approvals (tenant, state, number);
  CREATE INDEX approvals_by_state ON approvals (state, number);
  CREATE INDEX approvals_by_run ON approvals (run_id, state);

  -- Keys that were made at run time. A revoked one stays, so that its name is not used again.
  CREATE TABLE access_keys (
    name TEXT NOT NULL PRIMARY KEY,
    token_sha256 TEXT NOT NULL,
    settings TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;

  -- What repeated requests are answered with.
  CREATE TABLE once_answers (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    body_digest TEXT NOT NULL,
    answer TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (scope, key)
  ) STRICT;
  CREATE INDEX once_answers_by_age ON once_answers (at);

  -- Hourly sums of model calls, and how many receipts of each log they hold. The empty text stands for no value.
  CREATE TABLE usage_hours (
    tenant TEXT NOT NULL,
    hour INTEGER NOT NULL,
    key TEXT NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    run TEXT NOT NULL,
    calls INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cache_read_tokens INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL,
    cost_nano_usd INTEGER NOT NULL,
    unpriced_calls INTEGER NOT NULL,
    PRIMARY KEY (tenant, hour, key, engine, model, run)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_progress (
    tenant TEXT NOT NULL PRIMARY KEY,
    size INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

/** Selects the events that were written at or before a time. Those of an open run do not expire: its receipt counts them. */
export const SELECT_EXPIRED_EVENTS = `SELECT rowid FROM events WHERE created_at <= ?
  AND EXISTS (SELECT 1 FROM receipts WHERE receipts.log = events.log AND receipts.run_id = events.run_id)`;

/** The number of places of each log. */
export const PLACES = 2 ** 32;
