-- To-do lists ask of every row when it was last urged, and few ever are.
create index workflow_event_urged on :schema.workflow_event (instance_id, at) where kind = 'urged';
