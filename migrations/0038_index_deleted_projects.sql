-- Deleted projects whose job still runs: read with every credential that is looked up, and nearly always none.
create index projects_deleted on projects (organization_id, id) where deleted_at is not null;
