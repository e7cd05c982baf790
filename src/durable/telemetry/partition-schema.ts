/** Tables of a partition object (docs/storage.md). */

/**
 * `identity` has one row: who this partition is, told with the first append. `batch` is the unsealed tail: one row per
 * arriving batch, nothing beside it, so that an append writes one row. What was billed and what makes a resend known
 * ride on that row.
 */
export const PARTITION_SCHEMA = `
CREATE TABLE IF NOT EXISTS identity (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS batch (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, received_ms INTEGER NOT NULL, source TEXT,
  billed_bytes INTEGER NOT NULL, records INTEGER NOT NULL, min_nanos INTEGER NOT NULL, max_nanos INTEGER NOT NULL,
  bytes INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
`
