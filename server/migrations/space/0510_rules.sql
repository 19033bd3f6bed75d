-- What a rule did, and why: one row an evaluation that did something or failed at it. The id carries the time.
create table :schema.rules_trace (
  id        uuid primary key,
  rule      text not null,
  release   integer not null,
  -- what began it: the event, run or call, once for a rule
  source    uuid not null,
  starts    text not null,
  form_id   text,
  record_id uuid,
  acts_as   text not null check (acts_as in ('author', 'person', 'system')),
  actor     uuid,
  state     text not null check (state in ('done', 'stopped', 'failed', 'running')),
  code      text,
  detail    jsonb not null,
  at        timestamptz not null default now()
);
create unique index rules_trace_once on :schema.rules_trace (source, rule);
create index rules_trace_rule on :schema.rules_trace (rule, id);
create index rules_trace_record on :schema.rules_trace (record_id, id) where record_id is not null;
create index rules_trace_state on :schema.rules_trace (state, id);
grant select, insert, update, delete on :schema.rules_trace to formwork_app;
grant select on :schema.rules_trace to formwork_backup;

-- How often a rule was judged, by the hour.
create table :schema.rules_count (
  rule      text not null,
  hour      timestamptz not null,
  judged    bigint not null default 0,
  held      bigint not null default 0,
  failed    bigint not null default 0,
  undecided bigint not null default 0,
  primary key (rule, hour)
);
grant select, insert, update, delete on :schema.rules_count to formwork_app;
grant select on :schema.rules_count to formwork_backup;

-- Until when the clock of a rule has been looked at, by the place of its start.
create table :schema.rules_clock (
  rule  text not null,
  start text not null,
  until timestamptz not null,
  primary key (rule, start)
);
grant select, insert, update, delete on :schema.rules_clock to formwork_app;
grant select on :schema.rules_clock to formwork_backup;

-- The trace of the rule that wrote it.
alter table :schema.records_history add column rule uuid;
