-- Imports of people from spreadsheets.
create table organization.people_import (
  space_id    text not null,
  id          uuid not null,
  job_id      uuid,
  file_key    text not null,
  file_name   text not null,
  -- The columns of the file as the import knows them; null where it leaves one aside.
  columns     jsonb not null,
  ignored     jsonb not null,
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'cancelled', 'failed')),
  done        integer not null default 0,
  total       integer not null,
  created     integer not null default 0,
  updated     integer not null default 0,
  -- [{ line, code, data, column }]; the rows themselves stand in the file.
  failed      integer not null default 0,
  failures    jsonb not null default '[]',
  started_by  uuid not null,
  created_at  timestamptz not null default now(),
  primary key (space_id, id)
);
alter table organization.people_import enable row level security;
alter table organization.people_import force row level security;
create policy in_space on organization.people_import using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.people_import to formwork_app;
