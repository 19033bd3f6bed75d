-- Packages: what came here, part by part, with what it found and what it left; the next version is merged against that.
create schema packages;
grant usage on schema packages to formwork_app;

create table packages.install (
  space_id text not null,
  id uuid not null,
  key text not null,
  version text not null,
  name jsonb not null,
  needs jsonb not null,
  app_id text,
  state text not null default 'planned' check (state in ('planned', 'applying', 'applied', 'undoing', 'rolled_back', 'superseded')),
  -- the version that it came after here
  after_id uuid,
  -- conflicts that were decided for the package
  theirs jsonb not null default '[]',
  run_id uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  primary key (space_id, id)
);
create index install_key on packages.install (space_id, key, applied_at desc);

create table packages.part (
  space_id text not null,
  install_id uuid not null,
  kind text not null,
  -- its id in the package, and the one here
  id text not null,
  local_id text,
  position int not null,
  name jsonb not null,
  body jsonb not null,
  released boolean not null,
  -- what stood here before, null for what was new; what stood here right after
  before jsonb,
  applied jsonb,
  outcome jsonb,
  primary key (space_id, install_id, kind, id),
  foreign key (space_id, install_id) references packages.install (space_id, id) on delete cascade
);

-- the key and version that an application was last packed under
create table packages.packed (
  space_id text not null,
  app_id text not null,
  key text not null,
  version text not null,
  packed_by uuid not null,
  packed_at timestamptz not null default now(),
  primary key (space_id, app_id)
);

alter table packages.install enable row level security;
alter table packages.install force row level security;
create policy in_space on packages.install using (space_id = current_setting('app.space_id', true));
create policy backup_reads on packages.install for select to formwork_backup using (true);
grant select, insert, update, delete on packages.install to formwork_app;

alter table packages.part enable row level security;
alter table packages.part force row level security;
create policy in_space on packages.part using (space_id = current_setting('app.space_id', true));
create policy backup_reads on packages.part for select to formwork_backup using (true);
grant select, insert, update, delete on packages.part to formwork_app;

alter table packages.packed enable row level security;
alter table packages.packed force row level security;
create policy in_space on packages.packed using (space_id = current_setting('app.space_id', true));
create policy backup_reads on packages.packed for select to formwork_backup using (true);
grant select, insert, update, delete on packages.packed to formwork_app;
