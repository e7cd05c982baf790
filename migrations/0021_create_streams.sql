-- Streams of a source. The provisioning consumer acts on this row, not on its message (queues do not keep order).
create table streams (
  id text primary key,
  source_id text not null references sources (id),
  organization_id text not null,
  project_id text not null,
  display_name text not null,
  config text not null,
  -- Canonical config: one stream per resource of a source.
  resource_key text not null,
  status text not null check (status in ('pending', 'provisioning', 'active', 'error')),
  error_message text,
  enabled integer not null default 1,
  -- What the connector remembered of what it made on the platform (ids; no secrets).
  remote text,
  -- A secret of this stream alone, sealed, for platforms that sign what they send.
  signing_secret text,
  -- Bumped by each change that asks for work; a message of an older version has nothing to do.
  version integer not null,
  attempts integer not null default 0,
  deleted_at integer,
  created_at integer not null
) strict;
create index streams_by_source on streams (source_id, id);
create unique index streams_by_resource on streams (source_id, resource_key) where deleted_at is null;
create index streams_by_project on streams (project_id, status);
