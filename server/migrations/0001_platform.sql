-- The floor of the control plane: roles, spaces' entry in the row security, event log, cursors, audit.
-- The schema itself is made with the list of migrations, before this one runs.
grant usage on schema platform to formwork_app, formwork_dispatcher;

-- Control-plane events. Append-only; read in commit order by (xid, id) behind the oldest running transaction.
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
  primary key (xid, id)
);
alter table platform.event enable row level security;
alter table platform.event force row level security;
create policy in_space on platform.event to formwork_app using (space_id = current_setting('app.space_id', true));
create policy dispatcher_reads on platform.event for select to formwork_dispatcher using (true);
grant select, insert on platform.event to formwork_app;
grant select on platform.event to formwork_dispatcher;

-- Where each subscriber stands in each stream: a space's event table, or this one ('').
create table platform.event_cursor (
  subscriber text not null,
  stream     text not null,
  xid        xid8 not null,
  id         uuid not null,
  primary key (subscriber, stream)
);
grant select, insert, update on platform.event_cursor to formwork_dispatcher;

-- Events which a subscriber could not handle after repeated tries: set aside for the operator, nothing waits behind them.
create table platform.failed_event (
  subscriber text not null,
  event_id   uuid not null,
  space_id   text not null,
  type       text not null,
  error      text not null,
  failed_at  timestamptz not null default now(),
  primary key (subscriber, event_id)
);
alter table platform.failed_event enable row level security;
alter table platform.failed_event force row level security;
create policy in_space on platform.failed_event to formwork_app using (space_id = current_setting('app.space_id', true));
create policy dispatcher_writes on platform.failed_event to formwork_dispatcher using (true) with check (true);
grant select, insert on platform.failed_event to formwork_dispatcher;
grant select on platform.failed_event to formwork_app;

-- The audit trail: each row carries the hash of the row before it in its space.
create table platform.audit (
  space_id   text not null,
  seq        bigint not null,
  event_id   uuid not null,
  at         timestamptz not null,
  actor      uuid,
  type       text not null,
  subject    text not null,
  request_id text not null,
  ip         text not null,
  data       jsonb not null,
  hash       text not null,
  primary key (space_id, seq),
  constraint audit_event_key unique (space_id, event_id)
);
alter table platform.audit enable row level security;
alter table platform.audit force row level security;
create policy in_space on platform.audit for select to formwork_app using (space_id = current_setting('app.space_id', true));
create policy dispatcher_writes on platform.audit to formwork_dispatcher using (true) with check (true);
grant select on platform.audit to formwork_app;
grant select, insert on platform.audit to formwork_dispatcher;

-- Which per-space migrations a space's schema has.
create table platform.space_migration (
  space_id   text not null,
  name       text not null,
  applied_at timestamptz not null default now(),
  primary key (space_id, name)
);
alter table platform.space_migration enable row level security;
alter table platform.space_migration force row level security;
create policy in_space on platform.space_migration using (space_id = current_setting('app.space_id', true));
grant select on platform.space_migration to formwork_app;
