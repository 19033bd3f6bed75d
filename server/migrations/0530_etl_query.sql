-- Statements that people ran over their sources, and those they keep under a name.
create schema if not exists etl;
grant usage on schema etl to formwork_app;

create table etl.query (
  space_id text not null,
  id       uuid not null,
  person   uuid not null,
  -- the id of a connection, or `forms`
  source   text not null,
  -- null: of the history
  name     text,
  sql      text not null,
  at       timestamptz not null default now(),
  ms       integer,
  rows     integer,
  error    text,
  primary key (space_id, id)
);
create unique index query_name_key on etl.query (space_id, person, source, lower(name)) where name is not null;
create index query_history on etl.query (space_id, person, at desc);
alter table etl.query enable row level security;
alter table etl.query force row level security;
create policy in_space on etl.query using (space_id = current_setting('app.space_id', true));
create policy backup_reads on etl.query for select to formwork_backup using (true);
grant select, insert, update, delete on etl.query to formwork_app;
