-- What is redacted before storage, per project. No row: the built-in rules, without e-mail addresses.
create table redaction_settings (
  project_id text primary key,
  enabled integer not null,
  redact_emails integer not null,
  -- [{name, pattern, replacement}]
  rules text not null,
  updated_at integer not null
) strict, without rowid;
