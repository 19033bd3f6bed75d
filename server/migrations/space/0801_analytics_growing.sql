-- A data set that grows: beside the whole reading the files of rows that came or changed since, in their order.
alter table :schema.analytics_extract
  add column deltas jsonb not null default '[]',
  -- From where the source is asked next; null: it is read whole each time.
  add column mark jsonb,
  -- The columns that the whole reading had: with others it is read whole again.
  add column shape text,
  -- Why it is read whole although it grows.
  add column not_growing text,
  add column whole_at timestamptz,
  add column delta_ms integer,
  -- One process at a time reads what came; it is over then at the latest.
  add column delta_until timestamptz,
  -- As `before`: changes of the reading before.
  add column before_deltas text[] not null default '{}';
