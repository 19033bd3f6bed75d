-- Who really acted, when somebody acted for the person: an agent or a trustee.
alter table :schema.workflow_event add column deputy uuid;
