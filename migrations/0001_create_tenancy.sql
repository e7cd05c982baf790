-- Who there is: organizations, people, memberships, projects and the credentials they call with.

create table superorganizations (
  id text primary key,
  name text not null,
  created_at integer not null
) strict;

create table organizations (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  superorganization_id text references superorganizations (id),
  -- Set when deletion was asked for: the row answers 404 from then on, the deletion job removes the rest.
  deleted_at integer,
  created_at integer not null
) strict;
create index organizations_by_superorganization on organizations (superorganization_id, id) where superorganization_id is not null;

create table users (
  id text primary key,
  name text,
  email text not null,
  image_url text,
  -- The identity provider's name for this person; null for users made by an operator's script.
  oidc_issuer text,
  oidc_subject text,
  created_at integer not null
) strict;
create unique index users_by_oidc_identity on users (oidc_issuer, oidc_subject) where oidc_issuer is not null;
create index users_by_email on users (lower(email));

create table memberships (
  id text primary key,
  organization_id text not null references organizations (id),
  user_id text not null references users (id),
  role text not null check (role in ('admin', 'member')),
  created_at integer not null,
  unique (organization_id, user_id)
) strict;
create index memberships_by_user on memberships (user_id);

create table projects (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  region text not null,
  deleted_at integer,
  created_at integer not null
) strict;
create index projects_by_organization on projects (organization_id, id);
