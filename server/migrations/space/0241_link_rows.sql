-- A link may show some rows of a slave table alone; null: all of them.
alter table :schema.records_link add column rows uuid[];
