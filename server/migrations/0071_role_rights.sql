-- What roles grant beside the plain rules of forms, and who holds a role beside the people named one by one.

-- A rule may refuse, reach by department or condition, and say what it shows of each field.
alter table forms.permission drop constraint permission_scope_check;
alter table forms.permission
  add constraint permission_scope_check check (scope in ('all', 'below', 'department', 'own', 'condition')),
  add column effect    text not null default 'grant' check (effect in ('grant', 'refuse')),
  add column condition jsonb,
  add column fields    jsonb;
create index permission_subject on forms.permission (space_id, subject_kind, subject_id);

-- Rules for every form of an application, those still to come included.
create table forms.app_permission (
  space_id     text not null,
  app_id       text not null,
  id           text not null,
  position     integer not null,
  subject_kind text not null check (subject_kind in ('everyone', 'role', 'person')),
  subject_id   text,
  effect       text not null check (effect in ('grant', 'refuse')),
  actions      text[] not null,
  scope        text not null check (scope in ('all', 'below', 'department', 'own')),
  primary key (space_id, app_id, id),
  constraint app_permission_app_fkey foreign key (space_id, app_id) references forms.app (space_id, id)
);
create index app_permission_subject on forms.app_permission (space_id, subject_kind, subject_id);
alter table forms.app_permission enable row level security;
alter table forms.app_permission force row level security;
create policy in_space on forms.app_permission using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on forms.app_permission to formwork_app;

create table organization.role_group (
  space_id text not null,
  id       uuid not null,
  name     text not null,
  position integer not null default 0,
  primary key (space_id, id),
  constraint role_group_name_key unique (space_id, name)
);
alter table organization.role_group enable row level security;
alter table organization.role_group force row level security;
create policy in_space on organization.role_group using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.role_group to formwork_app;

alter table organization.role
  add column group_id uuid,
  add constraint role_group foreign key (space_id, group_id) references organization.role_group (space_id, id);
create index role_of_group on organization.role (space_id, group_id);

-- Whoever belongs to the department, post or group holds the role; people named one by one stand in role_member.
create table organization.role_holder (
  space_id text not null,
  role_id  uuid not null,
  kind     text not null check (kind in ('department', 'post', 'group')),
  id       uuid not null,
  -- of a department: those below it too
  below    boolean not null default false,
  primary key (space_id, role_id, kind, id),
  constraint role_holder_role foreign key (space_id, role_id) references organization.role (space_id, id) on delete cascade
);
alter table organization.role_holder enable row level security;
alter table organization.role_holder force row level security;
create policy in_space on organization.role_holder using (space_id = current_setting('app.space_id', true));
grant select, insert, delete on organization.role_holder to formwork_app;

-- Pages are open to everybody whom their outer role lets in, until they are closed; then to those whose roles grant them.
create table organization.page_right (
  space_id text not null,
  page     text not null,
  -- null: everybody
  role_id  uuid,
  effect   text not null check (effect in ('grant', 'refuse', 'closed')),
  id       uuid not null,
  primary key (space_id, id),
  constraint page_right_role foreign key (space_id, role_id) references organization.role (space_id, id) on delete cascade,
  constraint page_right_once unique nulls not distinct (space_id, page, role_id),
  constraint page_right_closed check ((effect = 'closed') = (role_id is null))
);
alter table organization.page_right enable row level security;
alter table organization.page_right force row level security;
create policy in_space on organization.page_right using (space_id = current_setting('app.space_id', true));
grant select, insert, delete on organization.page_right to formwork_app;
