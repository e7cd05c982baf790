-- Threads as lists show them; everything else of a thread is in its Durable Object, which writes these rows.
create table threads (
  id text primary key,
  organization_id text not null,
  project_id text not null,
  title text,
  status text not null check (status in ('regular', 'archived')),
  source text not null,
  created_at integer not null,
  updated_at integer not null,
  -- Counts the changes of the thread: a late delivery does not overwrite a newer one.
  version integer not null
) strict, without rowid;
create index threads_by_project on threads (project_id, id);
create index threads_by_project_and_status on threads (project_id, status, id);
