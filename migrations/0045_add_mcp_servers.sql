-- MCP servers that projects connected for the agent, and the tools of them that an administrator allowed.

CREATE TABLE `mcp_servers` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`connection` text NOT NULL,
	`host` text NOT NULL,
	`header_names` text NOT NULL,
	`allowed_tools` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "mcp_servers_enabled" CHECK(enabled in (0, 1))
) STRICT;
CREATE UNIQUE INDEX `mcp_servers_by_project` ON `mcp_servers` (`project_id`,`name`);