-- The event log by weeks of `at`: what every reader has long passed is dropped a week at a time. What is there becomes
-- the part before the first whole week and goes with it. The parts are the owner's alone: all others read and write through the whole.
alter table platform.event rename to event_before;
revoke all on platform.event_before from formwork_app, formwork_dispatcher;
-- held to row security the owner would not see whether it is empty
alter table platform.event_before disable row level security, no force row level security;
drop policy in_space on platform.event_before;
drop policy dispatcher_reads on platform.event_before;
drop policy if exists backup_reads on platform.event_before;
alter table platform.event_before drop constraint event_pkey;
alter table platform.event_before add constraint event_before_pkey primary key (xid, id, at);

create table platform.event (
  xid        xid8 not null default pg_current_xact_id(),
  id         uuid not null,
  space_id   text not null,
  type       text not null,
  subject    text not null,
  actor      uuid,
  at         timestamptz not null default now(),
  request_id text not null,
  ip         text not null,
  data       jsonb not null,
  primary key (xid, id, at)
) partition by range (at);
alter table platform.event enable row level security;
alter table platform.event force row level security;
create policy in_space on platform.event to formwork_app using (space_id = current_setting('app.space_id', true));
create policy dispatcher_reads on platform.event for select to formwork_dispatcher using (true);
create policy backup_reads on platform.event for select to formwork_backup using (true);
grant select, insert on platform.event to formwork_app;
grant select on platform.event to formwork_dispatcher;
grant select on platform.event to formwork_backup;

do $$
begin
  if exists (select from platform.event_before) then
    execute format('alter table platform.event attach partition platform.event_before for values from (minvalue) to (%L)',
      (select date_trunc('week', greatest(now(), max(at)), 'UTC') + interval '7 days' from platform.event_before));
  else
    drop table platform.event_before;
  end if;
end $$;

-- Weeks are made ahead; this takes what none was made for.
create table platform.event_rest partition of platform.event default;
