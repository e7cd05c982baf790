-- Sign-ins of browsers to the console: a table of their own, since the kinds of `credentials` are checked there.

CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`user_id` text NOT NULL,
	`link_id` text,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE UNIQUE INDEX `sessions_by_digest` ON `sessions` (`digest`);
CREATE UNIQUE INDEX `sessions_by_link` ON `sessions` (`link_id`) WHERE link_id is not null;
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);