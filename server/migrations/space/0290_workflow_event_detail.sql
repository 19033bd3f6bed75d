-- Why a process went its way at a gateway, or stopped there: what was tried, with the values that were read.
alter table :schema.workflow_event add column detail jsonb;
