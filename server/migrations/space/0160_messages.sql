-- What people were told. Ids rise with time.
create table :schema.messages_message (
  id         uuid primary key,
  person     uuid not null,
  kind       text not null,
  app_id     text not null,
  form_id    text not null,
  form_title jsonb not null,
  record_id  uuid not null,
  title      text not null,
  by_person  uuid,
  -- whose to-do it is, for an agent
  principal  uuid,
  -- the event it tells of: nobody is told twice
  source     text not null,
  at         timestamptz not null default now(),
  read_at    timestamptz
);
create unique index messages_message_source on :schema.messages_message (source, person, kind);
create index messages_message_person on :schema.messages_message (person, id desc);
create index messages_message_unread on :schema.messages_message (person, id desc) where read_at is null;
create index messages_message_record on :schema.messages_message (record_id, person) where read_at is null;
grant select, insert, update, delete on :schema.messages_message to formwork_app;
