-- How many bytes a node of a run read or wrote.
alter table :schema.etl_node add column bytes bigint not null default 0;
