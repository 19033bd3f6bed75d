-- The picture of what was sent to whom, which their message shows as long as they may see what it is of.

alter table :schema.analytics_sent
  add column kind text,
  add column thing uuid,
  add column picture bytea;
