-- Charges. Without a processor they are recorded and never collected; with one they are open until paid or given up.
create table billing_invoices (
  id text primary key,
  organization_id text not null,
  -- Names the cause; the same cause is charged once.
  invoice_key text not null unique,
  kind text not null check (kind in ('start', 'renewal', 'upgrade', 'final')),
  subscription_id text not null,
  plan_slug text not null,
  currency text not null,
  subscription_charge_cents integer not null,
  deficit_micro integer not null,
  deficit_charge_cents integer not null,
  total_cents integer not null,
  status text not null check (status in ('recorded', 'open', 'paid', 'uncollectible', 'void')),
  -- Of the processor: its invoice, its page to pay at, its attempts so far and the next one.
  processor_invoice_id text unique,
  hosted_url text,
  -- When it was first handed to the processor; its creation may have succeeded without our knowing.
  handed_over_at integer,
  attempts integer not null default 0,
  next_attempt_at integer,
  -- When to hand it to the processor, or to ask the processor about it; null: nothing left to do.
  due_at integer,
  issued_at integer not null,
  paid_at integer,
  updated_at integer not null
) strict;
create index billing_invoices_by_organization on billing_invoices (organization_id, issued_at);
create index billing_invoices_due on billing_invoices (due_at) where due_at is not null;

-- Webhooks of the processor by their id: a repeated one finds its row and does nothing.
create table billing_processor_events (
  id text primary key,
  type text not null,
  organization_id text,
  -- The processor's own time of the event, for those that arrive out of order.
  occurred_at integer not null,
  received_at integer not null
) strict, without rowid;
