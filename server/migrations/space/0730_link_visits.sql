-- A link to a record ends after so many visits.
alter table :schema.records_link add column most integer;
