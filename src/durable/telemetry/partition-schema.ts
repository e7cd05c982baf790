/** Tables of a partition object (docs/storage.md). */

/**
 * Table and column names are persisted and keep their names.
 *
 * `identity`: one row that says which partition this is, written with the first append.
 * `batch`: the write buffer, one row per appended batch, so that an append writes one row for all its records. `source`
 * is the resend key; a flush moves it to `segment`. Billed bytes are counted in a table of their own
 * (billing/metering/usage-counter.ts).
 * `segment`: one row per segment; `sealed_ms` is when it was flushed. Its bytes are in `chunk` under id = segment × 64
 * + place, so that a column can be read alone and no value exceeds the platform's limit.
 * The object counts sequences and segment numbers itself and never reuses them; a segment keeps the last sequence it
 * holds. AUTOINCREMENT would write one more row per insert.
 * `hour` and `kind`: statistics of the flushed records (hour-stats.ts) and the log series they count (log-series.ts).
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

/** Adds the column to tables created before it existed. */
export const ADD_CHARACTERS = 'ALTER TABLE segment ADD COLUMN characters TEXT'
