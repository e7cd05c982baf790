-- Whether prompts to language model providers are masked for this organization: 1, 0, or null for the deployment's setting.
alter table organizations add column agent_masking integer check (agent_masking in (0, 1));
