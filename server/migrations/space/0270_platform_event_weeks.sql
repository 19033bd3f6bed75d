-- A space's event log by weeks of `at`: what every reader has long passed is dropped a week at a time.
alter table :schema.event rename to event_before;
revoke all on :schema.event_before from formwork_app, formwork_dispatcher;
alter table :schema.event_before drop constraint event_pkey;
alter table :schema.event_before add constraint event_before_pkey primary key (xid, id, at);

create table :schema.event (
  xid        xid8 not null default pg_current_xact_id(),
  id         uuid not null,
  type       text not null,
  subject    text not null,
  actor      uuid,
  at         timestamptz not null default now(),
  request_id text not null,
  ip         text not null,
  data       jsonb not null,
  primary key (xid, id, at)
) partition by range (at);
grant select, insert on :schema.event to formwork_app;
grant select on :schema.event to formwork_dispatcher;
grant select on :schema.event to formwork_backup;

do $$
begin
  if exists (select from :schema.event_before) then
    execute format('alter table :schema.event attach partition :schema.event_before for values from (minvalue) to (%L)',
      (select date_trunc('week', greatest(now(), max(at)), 'UTC') + interval '7 days' from :schema.event_before));
  else
    drop table :schema.event_before;
  end if;
end $$;

-- Weeks are made ahead; this takes what none was made for.
create table :schema.event_rest partition of :schema.event default;
