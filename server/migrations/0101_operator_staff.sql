-- What the operator's staff may see and do: roles made of permissions, and who holds them.
create table identity.operator_role (
  space_id    text not null,
  id          uuid not null,
  name        text not null,
  description text not null default '',
  -- permissions of the contract
  grants      text[] not null,
  created_at  timestamptz not null default now(),
  constraint operator_role_pkey primary key (space_id, id)
);
create unique index operator_role_name_key on identity.operator_role (space_id, lower(name));

-- Those whom nobody has held to roles yet have no row and hold everything, like those with everything set.
create table identity.operator_staff (
  space_id   text not null,
  account_id uuid not null,
  everything boolean not null,
  primary key (space_id, account_id)
);

create table identity.operator_role_holder (
  space_id   text not null,
  role_id    uuid not null,
  account_id uuid not null,
  primary key (space_id, role_id, account_id),
  constraint operator_role_holder_role_fkey foreign key (space_id, role_id) references identity.operator_role (space_id, id) on delete cascade
);
create index operator_role_holder_account on identity.operator_role_holder (space_id, account_id);

do $$
declare name text;
begin
  foreach name in array array['operator_role', 'operator_staff', 'operator_role_holder'] loop
    execute format('alter table identity.%I enable row level security', name);
    execute format('alter table identity.%I force row level security', name);
    execute format('create policy in_space on identity.%I using (space_id = current_setting(''app.space_id'', true))', name);
  end loop;
end $$;
grant select, insert, update, delete on identity.operator_role, identity.operator_staff, identity.operator_role_holder to formwork_app;
