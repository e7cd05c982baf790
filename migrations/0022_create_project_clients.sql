-- Which kinds of clients (x-oas-client-source) use a project, and when each was last seen, to within an hour.
create table project_clients (
  project_id text not null,
  client text not null check (client in ('mcp', 'cli', 'chat')),
  last_seen_at integer not null,
  primary key (project_id, client)
) strict, without rowid;
