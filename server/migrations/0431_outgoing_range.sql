-- Private addresses that the operator lets one enterprise's connections reach.
create table platform.outgoing_range (
  space_id   text primary key,
  ranges     text[] not null,
  changed_by uuid not null,
  changed_at timestamptz not null default now()
);
alter table platform.outgoing_range enable row level security;
alter table platform.outgoing_range force row level security;
create policy in_space on platform.outgoing_range using (space_id = current_setting('app.space_id', true));
create policy backup_reads on platform.outgoing_range for select to formwork_backup using (true);
-- every process keeps all of them in memory
create policy dispatcher_reads on platform.outgoing_range for select to formwork_dispatcher using (true);
grant select on platform.outgoing_range to formwork_dispatcher;
grant select, insert, update on platform.outgoing_range to formwork_app;
