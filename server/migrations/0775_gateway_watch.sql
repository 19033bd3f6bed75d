-- What administrators are told of when calls fail, take long, use up a quota or find no upstream.
create table gateway.alert_rule (
  space_id   text not null,
  id         uuid not null,
  what       text not null check (what in ('errors', 'latency', 'quota', 'upstream')),
  -- null: each API by itself
  api        uuid,
  raise_at   double precision not null,
  clear_at   double precision not null,
  -- minutes
  hold       integer not null,
  enabled    boolean not null,
  created_at timestamptz not null default now(),
  primary key (space_id, id)
);
alter table gateway.alert_rule enable row level security;
alter table gateway.alert_rule force row level security;
create policy in_space on gateway.alert_rule using (space_id = current_setting('app.space_id', true));
create policy backup_reads on gateway.alert_rule for select to formwork_backup using (true);
grant select, insert, update, delete on gateway.alert_rule to formwork_app;
