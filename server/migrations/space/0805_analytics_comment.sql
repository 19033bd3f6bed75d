-- What people say about a dashboard, screen or chart; whoever sees the page sees it.
create table :schema.analytics_comment (
  id       uuid primary key,
  -- The same command again writes nothing twice.
  command  uuid not null,
  kind     text not null check (kind in ('chart', 'dashboard', 'screen')),
  thing    uuid not null,
  author   uuid not null,
  deputy   uuid,
  text     text not null,
  mentions uuid[] not null default '{}',
  at       timestamptz not null default now()
);
create index analytics_comment_thing on :schema.analytics_comment (kind, thing, id);
create unique index analytics_comment_command on :schema.analytics_comment (author, command);
grant select, insert, delete on :schema.analytics_comment to formwork_app;
