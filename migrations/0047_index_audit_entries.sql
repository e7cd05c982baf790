-- Admins look for what somebody did, and for who did something.

CREATE INDEX `audit_entries_by_actor` ON `audit_entries` (`organization_id`,`actor_id`,`id`);
CREATE INDEX `audit_entries_by_action` ON `audit_entries` (`organization_id`,`action`,`id`);
