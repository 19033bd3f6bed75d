-- Records given to people, departments, posts, groups and roles. What follows for single persons stands in records_grant, with the
-- origin `share:<id>`; it is worked out again when the organization changes.
create table :schema.records_share (
  record_id  uuid not null,
  id         uuid not null,
  form_id    text not null,
  -- [{ kind, id, except }]
  receivers  jsonb not null check (receivers <> '[]'),
  level      text not null check (level in ('view', 'modify', 'delete', 'monitor')),
  -- What was kept from whoever shared it: ids of fields and slave tables, `table.field`.
  hidden     text[] not null default '{}',
  -- Names more than single persons.
  by_unit    boolean not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (record_id, id)
);
create index records_share_units on :schema.records_share (id) where by_unit;
create index records_grant_origin on :schema.records_grant (record_id, origin);

grant select, insert, update, delete on :schema.records_share to formwork_app;
