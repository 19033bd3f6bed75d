-- A statement that is kept has versions: whoever refers to one says which, and is told that there is a newer one.
alter table etl.query add column version integer not null default 1;
