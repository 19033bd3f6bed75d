-- Who looked at the page of a dashboard, screen or chart: a row a person, page and day. Visitors are nobody, counted together.
create table :schema.analytics_look (
  kind   text not null check (kind in ('chart', 'dashboard', 'screen')),
  thing  uuid not null,
  day    date not null,
  person uuid not null,
  n      integer not null,
  last   timestamptz not null default now(),
  primary key (kind, thing, day, person)
);
create index analytics_look_day on :schema.analytics_look (day);
grant select, insert, update, delete on :schema.analytics_look to formwork_app;
