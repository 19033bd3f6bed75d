-- What an agent handled is found among the little that was done by agents at all.
create index workflow_event_deputy on :schema.workflow_event (deputy) where deputy is not null;
