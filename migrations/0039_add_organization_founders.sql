-- Who made an organization. A person may have so many on the free plan, and gets the starting credits with the first.
-- No reference: a person's row may go before the organization does. null: made by a partner or an operator.
alter table organizations add column founder_id text;
alter table organizations add column has_starting_credits integer not null default 1 check (has_starting_credits in (0, 1));
create index organizations_by_founder on organizations (founder_id) where founder_id is not null;
