-- A failed event is kept whole, so that it can be handed on again after the log has dropped it. Those that failed before have no more than their type.
alter table platform.failed_event
  add column subject    text not null default '',
  add column actor      uuid,
  add column at         timestamptz,
  add column request_id text not null default '',
  add column ip         text not null default '',
  add column data       jsonb,
  add column tries      integer not null default 5,
  -- the operator asks for another try, which the process that hands events on makes
  add column asked_at   timestamptz;
create index failed_event_failed_at on platform.failed_event (failed_at desc, event_id desc, subscriber);
create index failed_event_asked_at on platform.failed_event (asked_at) where asked_at is not null;
grant update, delete on platform.failed_event to formwork_dispatcher;

-- What the process that hands events on says of each subscriber: how many wait, and that it was alive.
create table platform.event_lag (
  subscriber text primary key,
  waiting    bigint not null,
  since      timestamptz,
  seen_at    timestamptz not null
);
grant select, insert, update, delete on platform.event_lag to formwork_dispatcher;
