-- A space's event log, written in the same statement as the change it tells of.
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
  primary key (xid, id)
);
grant select, insert on :schema.event to formwork_app;
grant select on :schema.event to formwork_dispatcher;
