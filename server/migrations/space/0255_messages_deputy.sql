-- Who did for somebody else what a message tells of.
alter table :schema.messages_message add column deputy uuid;
