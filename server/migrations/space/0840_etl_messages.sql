-- Messages that a broker was told to have arrived, until a run that read them has ended well.
create table :schema.etl_message (
  n       bigint generated always as identity primary key,
  task    uuid not null,
  source  text not null,
  topic   text not null,
  payload bytea not null,
  at      timestamptz not null,
  -- the number by which the broker knew it: one that it sends again has the same
  packet  integer
);
create index etl_message_source on :schema.etl_message (task, source, n);
grant select, insert, delete on :schema.etl_message to formwork_app;
