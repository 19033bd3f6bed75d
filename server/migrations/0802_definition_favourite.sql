-- What people marked for themselves among dashboards, screens, charts: nobody else sees it.
create table definitions.favourite (
  space_id text not null,
  person   uuid not null,
  kind     text not null,
  id       text not null,
  at       timestamptz not null default now(),
  primary key (space_id, person, kind, id),
  constraint favourite_definition foreign key (space_id, kind, id) references definitions.definition (space_id, kind, id) on delete cascade
);
create index favourite_of on definitions.favourite (space_id, kind, id);
alter table definitions.favourite enable row level security;
alter table definitions.favourite force row level security;
create policy in_space on definitions.favourite using (space_id = current_setting('app.space_id', true));
create policy backup_reads on definitions.favourite for select to formwork_backup using (true);
grant select, insert, update, delete on definitions.favourite to formwork_app;
