-- Who works where in a space: departments, what the space knows of its people beside their membership, roles of its own.
create schema organization;
grant usage on schema organization to formwork_app;

create table organization.department (
  space_id   text not null,
  id         uuid not null,
  parent_id  uuid,
  name       text not null,
  -- Order among its siblings.
  position   integer not null default 0,
  head_id    uuid,
  disabled   boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (space_id, id),
  constraint department_parent foreign key (space_id, parent_id) references organization.department (space_id, id),
  constraint department_name_key unique nulls not distinct (space_id, parent_id, name)
);
alter table organization.department enable row level security;
alter table organization.department force row level security;
create policy in_space on organization.department using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.department to formwork_app;

-- A member without a row here belongs to no department.
create table organization.person (
  space_id      text not null,
  account_id    uuid not null,
  department_id uuid,
  superior_id   uuid,
  primary key (space_id, account_id),
  constraint person_department foreign key (space_id, department_id) references organization.department (space_id, id)
);
create index person_of_department on organization.person (space_id, department_id);
alter table organization.person enable row level security;
alter table organization.person force row level security;
create policy in_space on organization.person using (space_id = current_setting('app.space_id', true));
grant select, insert, update on organization.person to formwork_app;

create table organization.role (
  space_id    text not null,
  id          uuid not null,
  name        text not null,
  description text not null default '',
  created_at  timestamptz not null default now(),
  primary key (space_id, id),
  constraint role_name_key unique (space_id, name)
);
alter table organization.role enable row level security;
alter table organization.role force row level security;
create policy in_space on organization.role using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.role to formwork_app;

create table organization.role_member (
  space_id   text not null,
  role_id    uuid not null,
  account_id uuid not null,
  primary key (space_id, role_id, account_id),
  constraint role_member_role foreign key (space_id, role_id) references organization.role (space_id, id) on delete cascade
);
alter table organization.role_member enable row level security;
alter table organization.role_member force row level security;
create policy in_space on organization.role_member using (space_id = current_setting('app.space_id', true));
grant select, insert, delete on organization.role_member to formwork_app;
