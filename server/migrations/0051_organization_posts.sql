-- Posts with grades, further positions beside the main one, user groups, suppliers; where the enterprise reaches its people.

-- As Chinese readers look names up; numbers in them by their value.
create collation platform.by_name (provider = icu, locale = 'zh-u-co-pinyin-kn-true');

-- People are in a virtual department beside their own one: project teams, committees.
alter table organization.department add column virtual boolean not null default false;
create index department_of_parent on organization.department (space_id, parent_id, position);

create table organization.grade (
  space_id text not null,
  id       uuid not null,
  name     text not null,
  -- 1 is the highest.
  rank     integer not null,
  primary key (space_id, id),
  constraint grade_name_key unique (space_id, name)
);
alter table organization.grade enable row level security;
alter table organization.grade force row level security;
create policy in_space on organization.grade using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.grade to formwork_app;

create table organization.post (
  space_id    text not null,
  id          uuid not null,
  name        text not null,
  description text not null default '',
  grade_id    uuid,
  disabled    boolean not null default false,
  created_at  timestamptz not null default now(),
  primary key (space_id, id),
  constraint post_name_key unique (space_id, name),
  constraint post_grade foreign key (space_id, grade_id) references organization.grade (space_id, id)
);
alter table organization.post enable row level security;
alter table organization.post force row level security;
create policy in_space on organization.post using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.post to formwork_app;

-- Enterprises whose people work in the space without belonging to one of its departments.
create table organization.supplier (
  space_id    text not null,
  id          uuid not null,
  name        text not null,
  credit_code text not null default '',
  contact     text not null default '',
  phone       text not null default '',
  note        text not null default '',
  disabled    boolean not null default false,
  created_at  timestamptz not null default now(),
  primary key (space_id, id),
  constraint supplier_name_key unique (space_id, name)
);
alter table organization.supplier enable row level security;
alter table organization.supplier force row level security;
create policy in_space on organization.supplier using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.supplier to formwork_app;

alter table organization.person
  add column post_id     uuid,
  add column supplier_id uuid,
  -- Where the enterprise reaches them; what they sign in with is their own.
  add column email       text not null default '',
  add column phone       text not null default '',
  add constraint person_post foreign key (space_id, post_id) references organization.post (space_id, id),
  add constraint person_supplier foreign key (space_id, supplier_id) references organization.supplier (space_id, id);
create index person_of_post on organization.person (space_id, post_id) where post_id is not null;

create table organization.part_time (
  space_id      text not null,
  account_id    uuid not null,
  department_id uuid not null,
  post_id       uuid,
  constraint part_time_pkey primary key (space_id, account_id, department_id),
  constraint part_time_department foreign key (space_id, department_id) references organization.department (space_id, id),
  constraint part_time_post foreign key (space_id, post_id) references organization.post (space_id, id)
);
create index part_time_of_department on organization.part_time (space_id, department_id);
create index part_time_of_post on organization.part_time (space_id, post_id) where post_id is not null;
alter table organization.part_time enable row level security;
alter table organization.part_time force row level security;
create policy in_space on organization.part_time using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.part_time to formwork_app;

create table organization.user_group (
  space_id   text not null,
  id         uuid not null,
  name       text not null,
  -- A private one is its owner's alone.
  kind       text not null check (kind in ('private', 'public')),
  owner_id   uuid not null,
  -- Applications it is offered in; all of them when empty.
  app_ids    text[] not null default '{}',
  -- Whom it holds: [{ kind, id }], kinds person, department, post.
  scope      jsonb not null,
  created_at timestamptz not null default now(),
  primary key (space_id, id)
);
create unique index user_group_name_key on organization.user_group (space_id, name) where kind = 'public';
create unique index user_group_own_name_key on organization.user_group (space_id, owner_id, name) where kind = 'private';
alter table organization.user_group enable row level security;
alter table organization.user_group force row level security;
create policy in_space on organization.user_group using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.user_group to formwork_app;
