-- Work that goes on after the call that asked for it: jobs, and later flows, rules and loads of data. Partitions are months of the
-- id, which is a uuid of version 7 and carries the time; a month that is over for every kind is dropped as a whole.
create table :schema.run (
  id           uuid not null,
  kind         text not null,
  -- what it carries out: a definition and the number of its release
  definition   text,
  release      integer,
  -- what began it: a call, a schedule, an event, another run
  trigger      text not null default 'call',
  cause        jsonb,
  -- who began it; null: the system
  actor        uuid,
  acts_as      text not null default 'person' check (acts_as in ('person', 'author', 'system')),
  -- the person as they were when they asked: name, login, role, language, address, number of the request
  caller       jsonb not null,
  state        text not null default 'waiting' check (state in ('waiting', 'running', 'suspended', 'finished', 'failed', 'cancelled')),
  attempt      integer not null default 0,
  priority     smallint not null default 0,
  payload      jsonb not null,
  -- what a run that goes on by bursts keeps between them
  memory       jsonb,
  done         bigint not null default 0,
  total        bigint not null default 0,
  counts       jsonb,
  result       jsonb,
  error        jsonb,
  parent       uuid,
  version      integer not null default 0,
  -- one execution; an execution that lost its run to another one writes nothing any more
  leased_by    uuid,
  leased_until timestamptz,
  cancel       boolean not null default false,
  -- when it may begin, or go on
  at           timestamptz not null default now(),
  started      timestamptz,
  finished     timestamptz,
  primary key (id)
) partition by range (id);
create index run_definition on :schema.run (kind, definition, id);
create index run_kind on :schema.run (kind, id);
create index run_failed on :schema.run (kind, id) where state = 'failed';
create index run_actor on :schema.run (actor, id);
create index run_unfinished on :schema.run (state, at) where state in ('waiting', 'running', 'suspended');
create index run_parent on :schema.run (parent) where parent is not null;
grant select, insert, update, delete on :schema.run to formwork_app;
grant select on :schema.run to formwork_backup;

-- What a run did, a row a burst: rows [{ seq, node, round, branch, at, ms, in, out, error, attempt }].
create table :schema.run_step (
  run  uuid not null,
  seq  integer not null,
  rows jsonb not null,
  primary key (run, seq)
) partition by range (run);
grant select, insert, delete on :schema.run_step to formwork_app;
grant select on :schema.run_step to formwork_backup;

-- Months are made ahead; these take ids that carry no time.
create table :schema.run_rest partition of :schema.run default;
create table :schema.run_step_rest partition of :schema.run_step default;

-- Jobs were rows of the control plane until now: what is not over goes on here, and what was asked for in the last week stays to be read.
insert into :schema.run (id, kind, actor, caller, state, attempt, payload, done, total, result, error, cancel, at, started, finished)
select id, kind, created_by, actor || jsonb_build_object('requestId', request_id, 'ip', ip),
  case state when 'queued' then 'waiting' when 'running' then 'waiting' else state end,
  attempt, payload, done, total, result, error, cancel_requested, created_at, started_at, finished_at
from platform.job
where space_id = current_setting('app.space_id') and (state in ('queued', 'running') or created_at > now() - interval '7 days');
delete from platform.job where space_id = current_setting('app.space_id');
