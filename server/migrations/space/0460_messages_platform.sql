-- Messages of no record: where they lead, what thing they are of, and how often it gave cause in a slot of ten minutes.
alter table :schema.messages_message alter column app_id drop not null;
alter table :schema.messages_message alter column form_id drop not null;
alter table :schema.messages_message alter column form_title drop not null;
alter table :schema.messages_message alter column record_id drop not null;
alter table :schema.messages_message add column target jsonb;
alter table :schema.messages_message add column thing text;
alter table :schema.messages_message add column slot bigint;
alter table :schema.messages_message add column times integer not null default 1;
create unique index messages_message_thing on :schema.messages_message (person, kind, thing, slot) where thing is not null;
