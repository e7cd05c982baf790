-- A link shows one incident to people without an account. Its value is kept as a digest; a revoked link has no row.

CREATE TABLE `incident_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`incident_id` text NOT NULL,
	`digest` text NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE UNIQUE INDEX `incident_shares_by_digest` ON `incident_shares` (`digest`);
CREATE INDEX `incident_shares_by_incident` ON `incident_shares` (`project_id`,`incident_id`,`id`);
CREATE INDEX `incident_shares_by_organization` ON `incident_shares` (`organization_id`);
CREATE INDEX `incident_shares_by_expiry` ON `incident_shares` (`expires_at`);
