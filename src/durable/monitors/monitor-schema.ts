/** Tables of a monitor object (docs/storage.md). Append-only: an older release ignores what a newer one added. */
export const MONITOR_SCHEMA = `
create table if not exists settings (name text primary key, value text not null) without rowid;
create table if not exists monitors (
  id text primary key,
  definition text not null,
  state text not null,
  created_at integer not null,
  updated_at integer not null
) without rowid;
create table if not exists transitions (
  id text primary key,
  monitor_id text not null,
  at integer not null,
  body text not null
) without rowid;
create index if not exists transitions_by_monitor on transitions (monitor_id, id);
create index if not exists transitions_by_time on transitions (at);
-- What the on-call object has not been told yet.
create table if not exists alerts (id text primary key, batch text not null, body text not null) without rowid;
create table if not exists schedules (
  id text primary key,
  definition text not null,
  state text not null,
  next_at integer,
  created_at integer not null,
  updated_at integer not null
) without rowid;
create index if not exists schedules_due on schedules (next_at) where next_at is not null;
create table if not exists schedule_runs (
  id text primary key,
  schedule_id text not null,
  body text not null
) without rowid;
create index if not exists schedule_runs_by_schedule on schedule_runs (schedule_id, id);
`
