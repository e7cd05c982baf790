-- One row per organization that billing has touched. Every change of an organization's billing claims this row first
-- (version and transition), so that two changes never mix; the statements of a change are guarded by its transition.
create table billing_accounts (
  organization_id text primary key,
  version integer not null,
  transition_id text not null,
  -- The processor's name for this organization; null until it first pays.
  processor_customer_id text,
  -- 1 once the processor holds a way to charge later invoices.
  has_payment_method integer not null default 0 check (has_payment_method in (0, 1)),
  opened_at integer not null
) strict;

create table billing_subscriptions (
  id text primary key,
  organization_id text not null,
  plan_slug text not null,
  status text not null check (status in ('active', 'past_due', 'canceled')),
  -- Cycle boundaries are counted in months from here.
  anchor_at integer not null,
  cycle_number integer not null,
  cycle_starts_at integer not null,
  cycle_ends_at integer not null,
  started_at integer not null,
  canceled_at integer
) strict;
create unique index billing_subscriptions_running on billing_subscriptions (organization_id) where status != 'canceled';
create index billing_subscriptions_by_cycle_end on billing_subscriptions (cycle_ends_at) where status != 'canceled';

create table billing_subscription_changes (
  id text primary key,
  organization_id text not null,
  subscription_id text not null,
  kind text not null check (kind in ('upgrade', 'downgrade', 'cancellation')),
  status text not null check (status in ('scheduled', 'pending_payment', 'applied', 'withdrawn', 'replaced', 'expired')),
  from_plan_slug text,
  target_plan_slug text,
  effective_at integer not null,
  -- Amounts of an upgrade as they were quoted, JSON.
  quote text,
  checkout_session_id text,
  checkout_url text,
  created_at integer not null,
  updated_at integer not null
) strict;
-- At most one change or cancellation is pending.
create unique index billing_subscription_changes_pending on billing_subscription_changes (organization_id)
  where status in ('scheduled', 'pending_payment');
