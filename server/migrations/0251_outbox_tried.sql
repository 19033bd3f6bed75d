-- When a message was handed to its service last; not of those that were refused for what they are.
alter table platform.outbox add column tried_at timestamptz;
create index outbox_tried on platform.outbox (space_id, kind, tried_at desc) where tried_at is not null;
