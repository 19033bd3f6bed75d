-- Whoever leaves hands over parts whose turn has not come, too.
create index workflow_actor_waiting on :schema.workflow_actor (person) where state = 'waiting';
