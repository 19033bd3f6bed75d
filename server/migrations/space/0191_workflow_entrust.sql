-- Parts in a task that were entrusted, refused, taken back or removed.
alter table :schema.workflow_actor drop constraint workflow_actor_state_check;
alter table :schema.workflow_actor drop constraint workflow_actor_origin_check;
alter table :schema.workflow_actor add constraint workflow_actor_state_check check (state in ('waiting', 'pending', 'done', 'returned', 'transferred', 'retrieved', 'closed', 'entrusted', 'refused', 'withdrawn', 'removed'));
alter table :schema.workflow_actor add constraint workflow_actor_origin_check check (origin in ('direct', 'transferred', 'added', 'administrator', 'entrusted'));
