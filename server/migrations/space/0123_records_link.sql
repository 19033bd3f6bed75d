-- Links to one record for visitors. Of the token there is a hash alone: who reads the database opens nothing with it.
create table :schema.records_link (
  record_id     uuid not null,
  id            uuid not null,
  form_id       text not null,
  token_hash    bytea not null,
  password_hash text,
  -- Ids of fields and slave tables.
  fields        text[] not null,
  files         boolean not null,
  expires_at    timestamptz not null,
  created_by    uuid not null,
  created_at    timestamptz not null default now(),
  revoked_at    timestamptz,
  revoked_by    uuid,
  opened        integer not null default 0,
  last_opened_at timestamptz,
  primary key (record_id, id)
);
create unique index records_link_token on :schema.records_link (token_hash);

grant select, insert, update, delete on :schema.records_link to formwork_app;
