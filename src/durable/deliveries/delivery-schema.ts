/** Tables of a delivery object (docs/storage.md). Append-only: an older release ignores what a newer one added. */
export const DELIVERY_SCHEMA = `
create table if not exists settings (name text primary key, value text not null) without rowid;
create table if not exists events (id text primary key, body text not null, created_at integer not null) without rowid;
create table if not exists deliveries (
  id text primary key,
  destination_id text not null,
  event_id text not null,
  incident_id text not null,
  sequence integer not null,
  state text not null,
  attempts integer not null default 0,
  attempts_ever integer not null default 0,
  -- Null while an earlier event of the incident waits for the same destination.
  due_at integer,
  created_at integer not null,
  settled_at integer,
  replays integer not null default 0,
  unique (destination_id, event_id)
) without rowid;
create index if not exists deliveries_due on deliveries (destination_id, due_at, id)
  where state = 'pending' and due_at is not null;
create index if not exists deliveries_order on deliveries (destination_id, incident_id, sequence, id)
  where state = 'pending';
create index if not exists deliveries_by_destination on deliveries (destination_id, created_at);
create index if not exists deliveries_by_incident on deliveries (incident_id, id);
create table if not exists attempts (
  delivery_id text not null,
  number integer not null,
  at integer not null,
  duration_ms integer not null,
  outcome text not null,
  status integer,
  primary key (delivery_id, number)
) without rowid;
create table if not exists lanes (
  destination_id text primary key,
  failures integer not null,
  failing_since integer,
  not_before integer not null,
  -- 'gone' or 'failing': D1 is to be told that the destination is disabled.
  disables text
) without rowid;
`
