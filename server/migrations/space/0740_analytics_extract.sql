-- What was read of a data set: a file of columns in the store, and how that went.
create table :schema.analytics_extract (
  dataset    uuid primary key,
  -- The release it was read by; another one reads anew.
  release    integer not null,
  file       text,
  -- What it took the place of: others may still be reading it, so it goes with the next reading.
  before     text,
  rows       bigint,
  bytes      bigint,
  -- There were more rows than are taken.
  cut        boolean not null default false,
  -- Fields whose columns the source has no more.
  gone       text[] not null default '{}',
  read_at    timestamptz,
  took_ms    integer,
  tried_at   timestamptz not null default now(),
  error      jsonb,
  -- One process at a time reads it; it is over then at the latest.
  busy_until timestamptz
);
grant select, insert, update, delete on :schema.analytics_extract to formwork_app;
