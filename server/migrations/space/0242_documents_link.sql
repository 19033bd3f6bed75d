-- Links to one document for visitors. Of the token there is a hash alone: who reads the database opens nothing with it.
create table :schema.documents_link (
  document_id   uuid not null references :schema.documents_node (id) on delete cascade,
  id            uuid not null,
  app_id        text not null,
  token_hash    bytea not null,
  password_hash text,
  expires_at    timestamptz not null,
  created_by    uuid not null,
  created_at    timestamptz not null default now(),
  revoked_at    timestamptz,
  revoked_by    uuid,
  opened        integer not null default 0,
  last_opened_at timestamptz,
  primary key (document_id, id)
);
create unique index documents_link_token on :schema.documents_link (token_hash);
grant select, insert, update, delete on :schema.documents_link to formwork_app;
