-- Where a project's incidents are told. Addresses and keys are sealed in `target`; what may be shown of them is in `summary`.
CREATE TABLE `destinations` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`target` text NOT NULL,
	`summary` text NOT NULL,
	`rules` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`disabled_reason` text,
	`disabled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "destinations_kind" CHECK(kind in ('webhook', 'slack', 'teams', 'pagerduty', 'opsgenie', 'email')),
	CONSTRAINT "destinations_enabled" CHECK(enabled in (0, 1))
) STRICT;
CREATE INDEX `destinations_by_project` ON `destinations` (`project_id`,`id`);