-- Audit rows travel in the same batch as the change they record.
create table audit_entries (
  id text primary key,
  organization_id text not null,
  project_id text,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  target_id text,
  detail text not null,
  request_id text,
  created_at integer not null
) strict;
create index audit_entries_by_organization on audit_entries (organization_id, id);

-- Messages that must not be lost: written with the change, sent to a queue after it, deleted when the consumer acted.
create table outbox (
  id text primary key,
  queue text not null,
  payload text not null,
  attempts integer not null default 0,
  next_attempt_at integer not null,
  created_at integer not null
) strict;
create index outbox_by_due on outbox (next_attempt_at);
