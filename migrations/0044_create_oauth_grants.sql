-- What people allow clients of the MCP server by OAuth, and the tokens of it: user tokens for one resource with scopes.

CREATE TABLE `oauth_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`organization_id` text,
	`project_id` text,
	`audience` text NOT NULL,
	`scopes` text NOT NULL,
	`code_digest` text NOT NULL,
	`code_challenge` text NOT NULL,
	`code_used_at` integer,
	`refresh_digest` text,
	`used_refresh_digest` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE UNIQUE INDEX `oauth_grants_code_digest_unique` ON `oauth_grants` (`code_digest`);
CREATE UNIQUE INDEX `oauth_grants_refresh_digest_unique` ON `oauth_grants` (`refresh_digest`);
CREATE UNIQUE INDEX `oauth_grants_used_refresh_digest_unique` ON `oauth_grants` (`used_refresh_digest`);
CREATE INDEX `oauth_grants_by_expiry` ON `oauth_grants` (`expires_at`);
CREATE INDEX `oauth_grants_by_organization` ON `oauth_grants` (`organization_id`);
CREATE INDEX `oauth_grants_by_project` ON `oauth_grants` (`project_id`);
ALTER TABLE `credentials` ADD `grant_id` text;
ALTER TABLE `credentials` ADD `audience` text;
ALTER TABLE `credentials` ADD `scopes` text;
CREATE INDEX `credentials_by_grant` ON `credentials` (`grant_id`) WHERE grant_id is not null;
