-- One at a time decides on a request; whoever died in the midst of it keeps the others from it no longer than two minutes.

alter table :schema.assets_request
  add column claim uuid,
  add column claimed_at timestamptz;
