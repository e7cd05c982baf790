/** Tables of the on-call object (docs/storage.md). */

const SCHEMA = `
create table if not exists identity (id integer primary key check (id = 1), owner text not null);
create table if not exists delivery (id text primary key, received_ms integer not null) without rowid;
create index if not exists delivery_by_time on delivery (received_ms);
create table if not exists alert (
  id text primary key, source text not null, dedup_key text not null, status text not null, started_ms integer not null,
  ended_ms integer, last_ms integer not null, repeats integer not null, incident_id text, window_id text,
  record text not null) without rowid;
create index if not exists alert_by_key on alert (source, dedup_key, started_ms);
create index if not exists alert_by_incident on alert (incident_id, id);
create index if not exists alert_by_window on alert (window_id) where window_id is not null;
create table if not exists incident (
  id text primary key, state text not null, severity text not null, services text not null, last_ms integer not null,
  due_ms integer, record text not null) without rowid;
create index if not exists incident_by_due on incident (due_ms) where due_ms is not null;
create index if not exists incident_by_state on incident (state, last_ms);
create index if not exists incident_by_verdict on incident (
  json_extract(record, '$.feedback.verdict'), coalesce(json_extract(record, '$.brief.cause.confidence'), 0))
  where json_extract(record, '$.feedback.verdict') is not null;
create index if not exists incident_answered on incident (json_extract(record, '$.investigation.state'))
  where json_extract(record, '$.investigation.state') = 'answered';
create table if not exists timeline (
  incident_id text not null, number integer not null, at_ms integer not null, kind text not null, text text not null,
  subject text, primary key (incident_id, number)) without rowid;
create table if not exists analysis (incident_id text primary key, record text not null) without rowid;
create table if not exists outbox (number integer primary key autoincrement, event text not null);
create table if not exists investigation_start (at_ms integer not null);
create table if not exists change (
  id text primary key, started_ms integer not null, kind text not null, services text not null, words text not null,
  source text not null, dedup_key text not null, record text not null) without rowid;
create index if not exists change_by_time on change (started_ms, id);
create unique index if not exists change_by_key on change (source, dedup_key);
create table if not exists maintenance (
  id text primary key, starts_ms integer not null, ends_ms integer not null, is_released integer not null,
  record text not null) without rowid;
create table if not exists note (
  id text primary key, kind text not null, service text, version integer not null, record text not null) without rowid;
create table if not exists note_version (
  note_id text not null, version integer not null, record text not null, primary key (note_id, version)) without rowid;
create table if not exists fact (name text primary key, value text not null) without rowid;
`

/** Makes the tables where they are missing; once per instance. */
export function createTables(sql: SqlStorage): void {
  sql.exec(SCHEMA)
}

/** Whether anything was ever stored here. Writes nothing. */
export function hasTables(sql: SqlStorage): boolean {
  return sql.exec("select 1 from sqlite_master where name = 'fact'").toArray().length > 0
}
