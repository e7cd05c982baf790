-- Whether the agent may ask the platform of a source in its own query language: off until an administrator allows it.
alter table sources add column native_queries integer not null default 0 check (native_queries in (0, 1));
