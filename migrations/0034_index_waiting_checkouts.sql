-- Changes whose payment is asked about by the sweeper: few at any time, among all changes ever made.
create index billing_subscription_changes_waiting on billing_subscription_changes (updated_at) where status = 'pending_payment';
