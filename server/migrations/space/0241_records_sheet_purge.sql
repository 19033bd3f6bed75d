-- Uploaded tables are no archive: their contents go after some days, while what an import did stays known.
alter table :schema.records_sheet add column purged_at timestamptz;
