-- Where telemetry comes from. A source is a data source connection or a log source; both have streams, and one
-- machinery provisions them. Sensitive metadata is sealed (src/crypto/envelope.ts) and never leaves as text.
create table sources (
  id text primary key,
  kind text not null check (kind in ('connection', 'log_source')),
  organization_id text not null,
  project_id text not null,
  -- A dataSourceType, or another log provider.
  provider text not null,
  -- Connections are managed; log sources managed or connectionless.
  mode text not null check (mode in ('managed', 'connectionless')),
  -- Log sources: the generated mnemonic. Connections: the display name, if any.
  name text,
  metadata text,
  -- {allowlist, denylist} or null: all.
  auto_provision_filter text,
  enabled integer not null default 1,
  -- When discovery looked last (milliseconds since 1970).
  discovered_at integer,
  deleted_at integer,
  created_at integer not null
) strict;
create index sources_by_project on sources (project_id, kind, id);
create unique index log_source_names on sources (project_id, name) where kind = 'log_source';
create index sources_by_discovery on sources (discovered_at) where mode = 'managed' and deleted_at is null;
