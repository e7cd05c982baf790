-- The credit ledger: append-only, integer micro-credits, every entry with its cause. The balance of an organization is
-- its last checkpoint and the entries after it.
create table billing_ledger_entries (
  -- Order of recording. D1 has one writer, so a higher sequence is never committed before a lower one.
  sequence integer primary key autoincrement,
  id text not null unique,
  organization_id text not null,
  -- Names the cause; the same cause cannot be recorded twice.
  entry_key text not null unique,
  kind text not null check (kind in ('cycle_grant', 'upgrade_grant', 'deficit_settlement', 'usage')),
  amount_micro integer not null,
  -- The instant from which it counts: a renewal done late counts from its cycle boundary.
  effective_at integer not null,
  subscription_id text,
  plan_slug text,
  change_id text,
  -- Of usage: the line, and the units since the line's previous entry.
  project_id text,
  dimension text,
  hour integer,
  quantity integer,
  created_at integer not null
) strict;
create index billing_ledger_entries_by_organization on billing_ledger_entries (organization_id, sequence, amount_micro);
create index billing_ledger_entries_by_effect on billing_ledger_entries (organization_id, effective_at, amount_micro);
create index billing_ledger_entries_by_usage_line
  on billing_ledger_entries (organization_id, project_id, dimension, hour, quantity, amount_micro) where kind = 'usage';

create trigger billing_ledger_entries_are_never_changed before update on billing_ledger_entries
begin select raise(abort, 'ledger entries are never changed'); end;
create trigger billing_ledger_entries_are_never_deleted before delete on billing_ledger_entries
begin select raise(abort, 'ledger entries are never deleted'); end;

create table billing_checkpoints (
  organization_id text not null,
  -- The last entry counted in.
  sequence integer not null,
  balance_micro integer not null,
  created_at integer not null,
  primary key (organization_id, sequence)
) strict, without rowid;
