-- How the enterprise reaches databases, services, mail and stores. Definitions and packages hold the id, never a value.
create schema connections;
grant usage on schema connections to formwork_app;

create table connections.connection (
  space_id   text not null,
  id         uuid not null,
  kind       text not null,
  name       text not null,
  -- of the area connections of definitions.folder; rights come from there
  folder     uuid,
  settings   jsonb not null,
  -- a JSON object of secrets, sealed with the key that key_id names
  sealed     text,
  key_id     text,
  -- the names of what is sealed, for those who may not read it
  secrets    text[] not null default '{}',
  state      text not null default 'untested' check (state in ('untested', 'works', 'fails')),
  tested_at  timestamptz,
  test_code  text,
  test_data  jsonb not null default '{}',
  version    integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  primary key (space_id, id)
);
create unique index connection_name_key on connections.connection (space_id, lower(name));
create index connection_kind on connections.connection (space_id, kind);
alter table connections.connection enable row level security;
alter table connections.connection force row level security;
create policy in_space on connections.connection using (space_id = current_setting('app.space_id', true));
create policy backup_reads on connections.connection for select to formwork_backup using (true);
grant select, insert, update, delete on connections.connection to formwork_app;
