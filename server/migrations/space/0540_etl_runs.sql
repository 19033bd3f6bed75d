-- What runs of tasks keep beside the run itself.

-- How far a source was read: the highest value of its watermark that arrived at every target.
create table :schema.etl_checkpoint (
  task     uuid not null,
  source   text not null,
  position text not null,
  run      uuid not null,
  at       timestamptz not null,
  primary key (task, source)
);

-- What became of each node, while it runs and after.
create table :schema.etl_node (
  run      uuid not null,
  node     text not null,
  -- source, step or target: what is read is counted at the first, what is written at the last
  part     text not null,
  state    text not null,
  rows_in  bigint not null,
  rows     bigint not null,
  rejected bigint not null,
  started  timestamptz,
  ended    timestamptz,
  report   jsonb,
  primary key (run, node)
);

-- Rows that were not taken on, until somebody sends them again or leaves them out.
create table :schema.etl_rejected (
  run      uuid not null,
  node     text not null,
  n        integer not null,
  row      jsonb not null,
  reason   text not null,
  state    text not null check (state in ('kept', 'sent', 'dropped')),
  sent_run uuid,
  primary key (run, node, n)
);

-- Files that runs made.
create table :schema.etl_file (
  run  uuid not null,
  node text not null,
  file uuid not null,
  name text not null,
  size bigint not null,
  primary key (run, node)
);
grant select, insert, update, delete on :schema.etl_checkpoint, :schema.etl_node, :schema.etl_rejected, :schema.etl_file to formwork_app;
