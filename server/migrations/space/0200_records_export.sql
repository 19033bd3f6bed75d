-- Exports of records. The file lies in the module `files`; the row says whose it is and how far it has come.
create table :schema.records_export (
  id          uuid not null,
  form_id     text not null,
  app_id      text not null,
  request     jsonb not null,
  file_name   text not null,
  state       text not null check (state in ('preparing', 'ready', 'failed', 'cancelled')),
  job_id      text,
  file_id     uuid,
  size        bigint,
  rows        integer,
  error       text,
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  primary key (id)
);
create index records_export_person on :schema.records_export (created_by, app_id, created_at);

grant select, insert, update, delete on :schema.records_export to formwork_app;
