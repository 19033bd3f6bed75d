-- The role that reads every row for a backup, taken on by SET ROLE from the owner's connection alone. What is made from here
-- on it may read by itself; where a table has row security, it also needs the policy, or a backup would lack its rows.
alter default privileges grant select on tables to formwork_backup;
alter default privileges grant usage on schemas to formwork_backup;

do $$
declare
  made record;
begin
  for made in select oid, nspname from pg_namespace where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'graphile_worker') loop
    execute format('grant usage on schema %I to formwork_backup', made.nspname);
    execute format('grant select on all tables in schema %I to formwork_backup', made.nspname);
  end loop;
  for made in
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind in ('r', 'p') and relrowsecurity and nspowner = current_user::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'graphile_worker')
      and not exists (select from pg_policy where polrelid = c.oid and polname = 'backup_reads')
  loop
    execute format('create policy backup_reads on %s for select to formwork_backup using (true)', made.name);
  end loop;
end $$;

-- What the installation is as a whole. Held: restored from a backup, and nothing leaves it until an operator says so.
create table platform.installation (
  one           boolean primary key default true check (one),
  id            uuid not null default gen_random_uuid(),
  held          boolean not null default false,
  restored_at   timestamptz,
  -- the moment which the backup shows
  restored_from timestamptz,
  let_go_at     timestamptz
);
insert into platform.installation default values;
grant select, update (held, let_go_at) on platform.installation to formwork_app;

-- Contents nobody names any more: removed from the store a day later, and not while a backup copies what its snapshot names.
create table platform.removed_content (
  key        text primary key,
  removed_at timestamptz not null default now()
);
create index removed_content_at on platform.removed_content (removed_at);
grant select, insert, delete on platform.removed_content to formwork_app;
