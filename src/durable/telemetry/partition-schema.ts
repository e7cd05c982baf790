/** Tables of a partition object (docs/storage.md). */

/**
 * `identity` has one row: who this partition is, told with the first append.
 * `batch` is the unsealed tail: one row per arriving batch, so that an append writes one row for its records. What
 * makes a resend known rides on that row, and moves to `segment` when it is sealed. What is billed is counted beside it
 * (billing/metering/usage-counter.ts).
 * `segment` has a row per sealed segment; its bytes are in `chunk`, id = segment × 64 + place, so that a column is read
 * without the rest and no value is larger than the platform allows.
 * Sequences and segment numbers are counted by the object and never used again (a segment keeps the last sequence it
 * holds), which saves the row that AUTOINCREMENT writes beside every other.
 * `hour` and `kind` are the statistics of what is sealed (hour-stats.ts, kinds.ts).
 */
export const PARTITION_SCHEMA = `
CREATE TABLE IF NOT EXISTS identity (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS batch (
  sequence INTEGER PRIMARY KEY, received_ms INTEGER NOT NULL, source TEXT,
  records INTEGER NOT NULL, min_nanos INTEGER NOT NULL, max_nanos INTEGER NOT NULL,
  bytes INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS segment (
  number INTEGER PRIMARY KEY, sealed_ms INTEGER NOT NULL, level INTEGER NOT NULL,
  records INTEGER NOT NULL, bytes INTEGER NOT NULL, chunk_bytes INTEGER NOT NULL,
  min_nanos INTEGER NOT NULL, max_nanos INTEGER NOT NULL,
  min_sequence INTEGER NOT NULL, max_sequence INTEGER NOT NULL, sources TEXT NOT NULL, characters TEXT) STRICT;
CREATE TABLE IF NOT EXISTS chunk (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS hour (hour INTEGER PRIMARY KEY, minutes BLOB NOT NULL, kinds BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS kind (first INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
`

/** To a table made before there was the column. */
export const ADD_CHARACTERS = 'ALTER TABLE segment ADD COLUMN characters TEXT'
