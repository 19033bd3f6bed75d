-- What an enterprise sets for everybody in it: a row a setting, as the contract has it.
create schema enterprise;
grant usage on schema enterprise to formwork_app;

create table enterprise.setting (
  space_id   text not null,
  name       text not null check (name in ('info', 'theme', 'logo', 'watermark', 'work_time')),
  value      jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  primary key (space_id, name)
);
alter table enterprise.setting enable row level security;
alter table enterprise.setting force row level security;
create policy in_space on enterprise.setting using (space_id = current_setting('app.space_id', true));
grant select, insert, update on enterprise.setting to formwork_app;
