-- What happens in processes by the clock: due times, reminders, waits, work of the system, the end of other processes.
create table :schema.workflow_timer (
  id           uuid not null,
  instance_id  uuid not null,
  execution    uuid not null,
  node         text not null,
  task         uuid,
  kind         text not null check (kind in ('due', 'remind', 'wait', 'job', 'child')),
  state        text not null check (state in ('waiting', 'paused', 'fired', 'cancelled', 'failed')),
  due          timestamptz,
  "left"       bigint,
  -- of the worker that has it in hand; the engine's own writes leave these alone
  leased_until timestamptz,
  attempts     integer not null default 0,
  primary key (id)
);
create index workflow_timer_instance on :schema.workflow_timer (instance_id);
create index workflow_timer_due on :schema.workflow_timer (due) where state = 'waiting';
grant select, insert, update on :schema.workflow_timer to formwork_app;

alter table :schema.workflow_task add column due_at timestamptz;
-- In whose place somebody was asked to act, and whether they agreed.
alter table :schema.workflow_actor add column lender uuid, add column accepted boolean;
-- Which timer of another process waits for the end of this one.
alter table :schema.workflow_instance add column parent_timer uuid;
