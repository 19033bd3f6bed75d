-- Running processes. A command locks the row of its instance; everything else of the instance is only changed under it.
create table :schema.workflow_instance (
  id          uuid not null,
  form_id     text not null,
  app_id      text not null,
  record_id   uuid not null,
  -- number of the process release it runs, for ever
  release     integer not null,
  state       text not null check (state in ('processing', 'finished', 'interrupted', 'invalid')),
  version     integer not null,
  initiator   uuid not null,
  -- of the record and the form as they were last, so lists need no join into the forms' tables
  title       text not null,
  form_title  jsonb not null,
  -- names of the current nodes, and who may act
  nodes       jsonb not null default '[]',
  executors   uuid[] not null default '{}',
  started_at  timestamptz not null,
  finished_at timestamptz,
  stopped_by  uuid,
  primary key (id)
);
-- A record has one living process at a time.
create unique index workflow_instance_living on :schema.workflow_instance (record_id) where state in ('processing', 'interrupted');
create index workflow_instance_record on :schema.workflow_instance (record_id, started_at);
create index workflow_instance_initiator on :schema.workflow_instance (initiator, started_at, id);

create table :schema.workflow_execution (
  id          uuid not null,
  instance_id uuid not null,
  parent      uuid,
  node        text not null,
  state       text not null check (state in ('active', 'split', 'arrived', 'ended', 'cancelled')),
  back        text[] not null,
  causes      uuid[] not null,
  primary key (id)
);
create index workflow_execution_instance on :schema.workflow_execution (instance_id);

create table :schema.workflow_arrival (
  id          uuid not null,
  instance_id uuid not null,
  node        text not null,
  edge        text not null,
  execution   uuid not null,
  round       integer not null,
  state       text not null check (state in ('waiting', 'consumed', 'cleared')),
  primary key (id)
);
create index workflow_arrival_instance on :schema.workflow_arrival (instance_id);
-- A token arrives once on an edge in a round, whatever is tried again.
create unique index workflow_arrival_once on :schema.workflow_arrival (execution, node, edge, round) where state = 'waiting';

create table :schema.workflow_task (
  id            uuid not null,
  instance_id   uuid not null,
  execution     uuid not null,
  node          text not null,
  round         integer not null,
  state         text not null check (state in ('open', 'completed', 'returned', 'cancelled')),
  version       integer not null,
  opened_in     integer not null,
  closed_in     integer,
  opened_at     timestamptz not null,
  closed_at     timestamptz,
  back          text[] not null,
  causes        uuid[] not null,
  returned_by   uuid,
  return_reason text,
  changed_by    uuid,
  changed_at    timestamptz not null,
  changed_how   text not null,
  primary key (id),
  constraint workflow_task_round_key unique (instance_id, node, round)
);
-- One open task a token.
create unique index workflow_task_open on :schema.workflow_task (execution) where state = 'open';

create table :schema.workflow_actor (
  id          uuid not null,
  instance_id uuid not null,
  task        uuid not null,
  person      uuid not null,
  state       text not null check (state in ('waiting', 'pending', 'done', 'returned', 'transferred', 'retrieved', 'closed')),
  origin      text not null check (origin in ('direct', 'transferred', 'added', 'administrator')),
  slot        uuid not null,
  "order"     integer not null,
  step        integer not null,
  weight      double precision not null,
  auto        boolean not null,
  received_at timestamptz,
  acted_at    timestamptz,
  comment     text,
  signature   text,
  primary key (id)
);
create index workflow_actor_instance on :schema.workflow_actor (instance_id);
create index workflow_actor_todo on :schema.workflow_actor (person, received_at, id) where state = 'pending';
create index workflow_actor_handled on :schema.workflow_actor (person, acted_at, id) where acted_at is not null and not auto;
-- A person has one living part in a task.
create unique index workflow_actor_part on :schema.workflow_actor (task, person) where state in ('waiting', 'pending', 'done');

create table :schema.workflow_copy (
  id          uuid not null,
  instance_id uuid not null,
  node        text,
  person      uuid not null,
  from_person uuid,
  message     text not null,
  at          timestamptz not null,
  read_at     timestamptz,
  primary key (id)
);
create index workflow_copy_instance on :schema.workflow_copy (instance_id);
create index workflow_copy_person on :schema.workflow_copy (person, at, id);

-- The history of a process: only ever appended.
create table :schema.workflow_event (
  id          uuid not null,
  instance_id uuid not null,
  -- of the instance, and the place among what one command did
  version     integer not null,
  position    integer not null,
  at          timestamptz not null,
  kind        text not null,
  actor       uuid,
  node        text,
  task        uuid,
  round       integer,
  comment     text,
  target      text,
  persons     uuid[] not null,
  took        bigint,
  terminal    text not null,
  primary key (id),
  constraint workflow_event_place_key unique (instance_id, version, position)
);

-- What was asked and what was answered: the same command sent again gets the same answer.
create table :schema.workflow_command (
  id          uuid not null,
  instance_id uuid not null,
  person      uuid not null,
  kind        text not null,
  -- json, not jsonb: a repeated answer is the same to the letter
  answer      json,
  at          timestamptz not null default now(),
  primary key (id)
);

grant select, insert on :schema.workflow_event to formwork_app;
grant select, insert, update on :schema.workflow_instance, :schema.workflow_execution, :schema.workflow_arrival,
  :schema.workflow_task, :schema.workflow_actor, :schema.workflow_copy, :schema.workflow_command to formwork_app;
