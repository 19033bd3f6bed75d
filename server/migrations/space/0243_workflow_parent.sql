-- Whoever stops waiting for another process ends it.
create index workflow_instance_parent on :schema.workflow_instance (parent_timer) where parent_timer is not null;
