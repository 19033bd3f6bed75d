-- What an event of another system named, so that those of one run are put together; and what our own runs did, as such events.

alter table :schema.assets_outside add column told jsonb not null default '{}';
create index assets_outside_at on :schema.assets_outside (at);

create table :schema.assets_told (
  id    bigint generated always as identity primary key,
  run   uuid not null,
  type  text not null,
  at    timestamptz not null default now(),
  event jsonb not null,
  -- which asset each name in it is, for the rights of who reads it
  named jsonb not null
);
create unique index assets_told_key on :schema.assets_told (run, type);
create index assets_told_at on :schema.assets_told (at);
grant select, insert, update, delete on :schema.assets_told to formwork_app;
