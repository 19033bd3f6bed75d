-- Applications of files: folders and documents, every version kept, rights folder by folder.
create table :schema.documents_node (
  id          uuid primary key,
  app_id      text not null,
  -- null: at the top of the application
  parent_id   uuid references :schema.documents_node (id),
  -- ids of the folders above, from the top down
  path        uuid[] not null,
  kind        text not null check (kind in ('folder', 'document')),
  name        text not null,
  -- as names are compared and ordered
  name_key    text not null,
  -- of documents: the version in use
  version     integer not null default 1,
  file_id     uuid,
  size        bigint,
  media_type  text,
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  modified_by uuid not null,
  modified_at timestamptz not null default now(),
  -- in the bin; what lies in a removed folder is reached by that folder alone
  removed_at  timestamptz,
  removed_by  uuid
);
create unique index documents_node_name_key on :schema.documents_node (app_id, parent_id, name_key) nulls not distinct where removed_at is null;
create index documents_node_list on :schema.documents_node (app_id, parent_id, kind, name_key collate "zh-x-icu", id) where removed_at is null;
create index documents_node_recent on :schema.documents_node (app_id, parent_id, kind, modified_at, id) where removed_at is null;
create index documents_node_large on :schema.documents_node (app_id, parent_id, kind, (coalesce(size, 0)), id) where removed_at is null;
create index documents_node_bin on :schema.documents_node (app_id, removed_at desc, id) where removed_at is not null;
create index documents_node_below on :schema.documents_node using gin (path);
create table :schema.documents_version (
  document_id uuid not null references :schema.documents_node (id) on delete cascade,
  number      integer not null,
  file_id     uuid not null,
  name        text not null,
  size        bigint not null,
  media_type  text not null,
  note        text not null default '',
  -- the version that this one brought back
  restored    integer,
  made_by     uuid not null,
  made_at     timestamptz not null default now(),
  primary key (document_id, number)
);
-- Who may do what in a folder and all below it. A folder that stands alone takes nothing over from above.
create table :schema.documents_rule (
  id        uuid primary key,
  app_id    text not null,
  folder_id uuid references :schema.documents_node (id) on delete cascade,
  subject   jsonb not null,
  level     text not null check (level in ('view', 'download', 'edit', 'manage'))
);
create index documents_rule_app on :schema.documents_rule (app_id);
create table :schema.documents_alone (
  folder_id uuid primary key references :schema.documents_node (id) on delete cascade,
  app_id    text not null
);
create index documents_alone_app on :schema.documents_alone (app_id);
grant select, insert, update, delete on :schema.documents_node, :schema.documents_version, :schema.documents_rule, :schema.documents_alone to formwork_app;
