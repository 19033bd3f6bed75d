-- How far a target has got whose rows go in portions: how many portions and rows, and where the next one begins.
alter table :schema.etl_node add column sent jsonb;
