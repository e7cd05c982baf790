-- Keys of the senders of alerts and changes: a table of their own, since the kinds of `credentials` are checked there.

CREATE TABLE `alert_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`digest` text NOT NULL,
	`last_four` text NOT NULL,
	`source` text,
	`signing_secret` text,
	`expires_at` integer,
	`deactivated_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE UNIQUE INDEX `alert_keys_by_digest` ON `alert_keys` (`digest`);
CREATE INDEX `alert_keys_by_project` ON `alert_keys` (`project_id`,`id`);
CREATE INDEX `alert_keys_by_organization` ON `alert_keys` (`organization_id`);
CREATE INDEX `alert_keys_signed` ON `alert_keys` (`id`) WHERE signing_secret is not null;