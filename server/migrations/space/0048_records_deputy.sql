-- Who really acted, when somebody acted for the person: an agent or a trustee.
alter table :schema.records_history add column deputy uuid;
