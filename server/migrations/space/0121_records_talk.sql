-- What people say about a record, and who wants to hear of it. Both outlast a deletion, and go when the record goes for good.
create table :schema.records_comment (
  record_id uuid not null,
  id        uuid not null,
  form_id   text not null,
  author    uuid not null,
  deputy    uuid,
  text      text not null check (text <> ''),
  mentions  uuid[] not null default '{}',
  files     jsonb not null default '[]',
  at        timestamptz not null default now(),
  edited_at timestamptz,
  primary key (record_id, id)
);

create table :schema.records_follow (
  record_id uuid not null,
  user_id   uuid not null,
  form_id   text not null,
  since     timestamptz not null default now(),
  primary key (record_id, user_id)
);
-- What a person follows, the latest first.
create index records_follow_user on :schema.records_follow (user_id, since desc, record_id desc);

grant select, insert, update, delete on :schema.records_comment, :schema.records_follow to formwork_app;
