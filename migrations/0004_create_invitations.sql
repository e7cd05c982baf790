-- Invitations to an organization. Only a digest of the token is kept; it is shown once, in the accept URL.
create table invitations (
  id text primary key,
  organization_id text not null references organizations (id),
  email text not null,
  role text not null check (role in ('admin', 'member')),
  token_digest text not null unique,
  invited_by text not null,
  accepted_at integer,
  revoked_at integer,
  expires_at integer not null,
  created_at integer not null
) strict;
create index invitations_by_organization on invitations (organization_id, id);
