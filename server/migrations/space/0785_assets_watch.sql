-- How old what an asset holds is, what is to become of what is too old, and who beside people uses it.

alter table :schema.assets_asset
  -- tells how old a row is; without it when a record was made, or a file written
  add column age_column text,
  -- with whose rights that is read
  add column age_by uuid,
  add column retention_then text not null default 'review',
  add column oldest timestamptz,
  add column newest timestamptz,
  add column aged_at timestamptz,
  -- why nobody can tell, the code of a refusal
  add column age_why text,
  -- rows stay beyond their time until then, and why
  add column kept_until date,
  add column kept_why text not null default '',
  add column overdue_told timestamptz;
alter table :schema.assets_asset add constraint assets_asset_retention_then_check check (retention_then in ('delete', 'archive', 'anonymise', 'review'));
create index assets_asset_retention on :schema.assets_asset (retention) where retention is not null;

-- person: somebody of the space; application: one that calls an API; visitor: whoever was given a link
alter table :schema.assets_usage add column by_kind text not null default 'person';
alter table :schema.assets_usage add constraint assets_usage_by_kind_check check (by_kind in ('person', 'application', 'visitor'));

-- Where events of our own runs are sent, and how far that came.
create table :schema.assets_receiver (
  id         uuid primary key,
  name       text not null,
  connection uuid not null,
  -- below the address of the connection; a webhook has none
  path       text not null,
  enabled    boolean not null,
  -- with whose rights events are read and the connection is used
  set_by     uuid not null,
  version    integer not null default 1,
  -- the last event that was sent
  cursor     bigint not null,
  sent       bigint not null default 0,
  sent_at    timestamptz,
  -- events that the other side will never take
  refused    bigint not null default 0,
  failures   integer not null default 0,
  failure    text,
  failed_at  timestamptz,
  next_at    timestamptz not null default now(),
  busy_until timestamptz
);
grant select, insert, update, delete on :schema.assets_receiver to formwork_app;
grant select on :schema.assets_receiver to formwork_backup;

-- Who decides on requests for access: an administrator at once, or the process of a form.
create table :schema.assets_access (
  id         smallint primary key check (id = 1),
  way        text not null check (way in ('direct', 'process')),
  app        text,
  form       text,
  changed_by uuid not null,
  changed_at timestamptz not null default now()
);

alter table :schema.assets_request drop constraint assets_request_state_check;
alter table :schema.assets_request add constraint assets_request_state_check check (state in ('asked', 'approved', 'granted', 'refused', 'ended'));
alter table :schema.assets_request
  -- columns that are confidential or more go along
  add column sensitive boolean not null default false,
  -- the record whose process decides
  add column form text,
  add column record uuid;
create index assets_request_record on :schema.assets_request (record) where record is not null;
create index assets_request_until on :schema.assets_request (until) where state = 'granted' and until is not null;

-- Rules on forms that requests brought about, to be taken back.
create table :schema.assets_grant (
  request  uuid primary key,
  form     text not null,
  rule     text not null,
  ended_at timestamptz
);
grant select, insert, update, delete on :schema.assets_access, :schema.assets_grant to formwork_app;
grant select on :schema.assets_access, :schema.assets_grant to formwork_backup;
