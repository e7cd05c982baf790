-- Every credential of every kind. Only a SHA-256 digest and the last four characters are kept;
-- keys of log streams also as an encrypted copy, because their URL is shown again.

create table credentials (
  id text primary key,
  kind text not null check (kind in ('secret', 'user', 'partner', 'public')),
  digest text not null unique,
  last_four text not null,
  name text not null,
  -- secret and public keys: their organization. user tokens: the organization they are narrowed to, if any.
  organization_id text references organizations (id),
  -- public keys: their project. secret keys and user tokens: the project they are narrowed to, if any.
  project_id text references projects (id),
  user_id text references users (id),
  superorganization_id text references superorganizations (id),
  -- 'operator' (made by script), 'api', 'partner' (made by a partner: fewer permissions), 'device' (device login).
  origin text not null,
  data_source_connection_id text,
  log_stream_id text,
  encrypted_value text,
  expires_at integer,
  deactivated_at integer,
  last_used_at integer,
  created_at integer not null
) strict;
create index credentials_by_organization on credentials (organization_id, kind, id);
create index credentials_by_project on credentials (project_id, kind, id);
create index credentials_by_user on credentials (user_id, id) where user_id is not null;
