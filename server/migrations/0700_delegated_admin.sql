-- People who are no administrators and look after a department and those below it.
create table organization.delegated_admin (
  space_id      text not null,
  id            uuid not null,
  account_id    uuid not null,
  department_id uuid not null,
  may           text[] not null,
  until         timestamptz,
  -- the one it was handed on from: it holds no longer than that, and goes with it
  under         uuid,
  given_by      uuid not null,
  given_at      timestamptz not null default now(),
  primary key (space_id, id),
  constraint delegated_admin_department foreign key (space_id, department_id) references organization.department (space_id, id),
  constraint delegated_admin_under foreign key (space_id, under) references organization.delegated_admin (space_id, id) on delete cascade
);
create index delegated_admin_account on organization.delegated_admin (space_id, account_id);
create index delegated_admin_under on organization.delegated_admin (space_id, under);
alter table organization.delegated_admin enable row level security;
alter table organization.delegated_admin force row level security;
create policy in_space on organization.delegated_admin using (space_id = current_setting('app.space_id', true));
create policy backup_reads on organization.delegated_admin for select to formwork_backup using (true);
grant select, insert, update, delete on organization.delegated_admin to formwork_app;
