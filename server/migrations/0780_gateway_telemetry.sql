-- Where traces of calls are sent, as OTLP over HTTP, and how far that came.
create table gateway.telemetry (
  space_id   text primary key,
  connection uuid not null,
  -- of a hundred calls
  share      integer not null check (share between 1 and 100),
  enabled    boolean not null,
  -- with whose rights the connection is used
  set_by     uuid not null,
  cursor_at  timestamptz not null default now(),
  cursor_id  text not null default '',
  sent       bigint not null default 0,
  sent_at    timestamptz,
  failure    text
);
alter table gateway.telemetry enable row level security;
alter table gateway.telemetry force row level security;
create policy in_space on gateway.telemetry using (space_id = current_setting('app.space_id', true));
create policy backup_reads on gateway.telemetry for select to formwork_backup using (true);
grant select, insert, update, delete on gateway.telemetry to formwork_app;
