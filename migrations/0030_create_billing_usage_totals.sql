-- The running totals of usage as counted by each object (docs/design/billing.md). A later, larger total replaces an
-- earlier one; a line of usage is the sum over streams and sources of one organization, project, dimension and hour.
create table billing_usage_totals (
  organization_id text not null,
  project_id text not null,
  dimension text not null,
  -- Hours since 1970.
  hour integer not null,
  -- '' for usage of no stream: a primary key does not hold two nulls equal.
  stream_id text not null,
  source text not null,
  total integer not null check (total >= 0),
  updated_at integer not null,
  primary key (organization_id, project_id, dimension, hour, stream_id, source)
) strict, without rowid;
