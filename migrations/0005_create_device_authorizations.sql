-- Device login (RFC 8628). Only a digest of the device code is kept; the user code is short-lived and typed by a person.
create table device_authorizations (
  id text primary key,
  device_code_digest text not null unique,
  user_code text not null unique,
  client_id text not null,
  -- The fixed scope that was asked for; both null: a token of the person's whole reach.
  organization_id text,
  project_id text,
  status text not null check (status in ('pending', 'approved', 'denied', 'used')),
  user_id text references users (id),
  last_polled_at integer,
  poll_interval_seconds integer not null,
  expires_at integer not null,
  created_at integer not null
) strict;
create index device_authorizations_by_expiry on device_authorizations (expires_at);
