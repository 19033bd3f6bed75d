-- What a source delivered to a run lies in the store once it was read to its end: how many rows, up to where, and of which columns.
alter table :schema.etl_node add column kept jsonb;
