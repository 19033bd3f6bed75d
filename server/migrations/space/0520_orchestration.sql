-- What runs of flows wait for: a message, a callback, the end of a process or of another run, by name and key.
create table :schema.orchestration_wait (
  run   uuid not null,
  ask   text not null,
  name  text not null,
  match text not null,
  at    timestamptz not null default now(),
  primary key (run, ask)
);
create index orchestration_wait_for on :schema.orchestration_wait (name, match, at);
grant select, insert, update, delete on :schema.orchestration_wait to formwork_app;
grant select on :schema.orchestration_wait to formwork_backup;

-- What came before anybody waited for it; kept for seven days.
create table :schema.orchestration_message (
  id      uuid not null,
  name    text not null,
  match   text not null,
  payload jsonb not null,
  at      timestamptz not null default now(),
  primary key (id)
);
create index orchestration_message_for on :schema.orchestration_message (name, match, at);
create index orchestration_message_at on :schema.orchestration_message (at);
grant select, insert, update, delete on :schema.orchestration_message to formwork_app;
grant select on :schema.orchestration_message to formwork_backup;

-- What a run is told from outside, until its next burst takes it in.
create table :schema.orchestration_inbox (
  run     uuid not null,
  id      uuid not null,
  command jsonb not null,
  primary key (run, id)
);
grant select, insert, update, delete on :schema.orchestration_inbox to formwork_app;
grant select on :schema.orchestration_inbox to formwork_backup;

-- Of a flow: its limit of runs a minute, and how often it failed in a row.
create table :schema.orchestration_flow (
  flow         text not null,
  minute       timestamptz not null default '-infinity',
  used         integer not null default 0,
  failures     integer not null default 0,
  primary key (flow)
);
grant select, insert, update, delete on :schema.orchestration_flow to formwork_app;
grant select on :schema.orchestration_flow to formwork_backup;

-- Runs that have their turn, and those that wait for one.
create table :schema.orchestration_turn (
  flow  text not null,
  run   uuid not null,
  taken boolean not null,
  primary key (flow, run)
);
create index orchestration_turn_waiting on :schema.orchestration_turn (flow, run) where not taken;
grant select, insert, update, delete on :schema.orchestration_turn to formwork_app;
grant select on :schema.orchestration_turn to formwork_backup;
