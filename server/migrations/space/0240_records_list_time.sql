-- Ways to look at lists that took long: what they compare and how they are ordered, never the values. From these indexes are proposed.
create table :schema.records_list_time (
  form_id  text not null,
  shape    text not null,
  -- the hash of the shape, as shapes are long
  id       text not null,
  times    integer not null,
  total_ms double precision not null,
  max_ms   double precision not null,
  last_at  timestamptz not null,
  primary key (form_id, id)
);
grant select, insert, update, delete on :schema.records_list_time to formwork_app;
