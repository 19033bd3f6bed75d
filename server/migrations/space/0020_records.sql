-- Beside the tables of released forms (f_<form>, f_<form>_<slave table>): what belongs to every record.

-- Every change of a record, field by field. Read per record, newest first.
create table :schema.records_history (
  record_id uuid not null,
  id        uuid not null,
  form_id   text not null,
  version   integer not null,
  kind      text not null check (kind in ('created', 'updated', 'deleted', 'imported', 'process')),
  actor     uuid,
  at        timestamptz not null,
  -- { field: [before, after] }
  changes   jsonb not null,
  -- [{ table, row, kind, changes }]
  slaves    jsonb,
  primary key (record_id, id)
);

-- Rights of single persons on single records, beside the rules of the form.
create table :schema.records_grant (
  record_id uuid not null,
  user_id   uuid not null,
  origin    text not null,
  form_id   text not null,
  level     text not null check (level in ('view', 'modify', 'delete', 'monitor')),
  granted_by uuid,
  granted_at timestamptz not null default now(),
  primary key (record_id, user_id, origin)
);
-- A person's records of a form in the order of their ids, which is the order of creation.
create index records_grant_user on :schema.records_grant (user_id, form_id, record_id);

-- Automatic numbers: one row per form, field and period, so that they have no gaps.
create table :schema.records_counter (
  form_id  text not null,
  field_id text not null,
  period   text not null,
  value    bigint not null,
  primary key (form_id, field_id, period)
);

-- Deleted records as they were, with their slave rows.
create table :schema.records_bin (
  id         uuid not null,
  form_id    text not null,
  title      text not null,
  record     jsonb not null,
  deleted_by uuid,
  deleted_at timestamptz not null default now(),
  primary key (id)
);
create index records_bin_form on :schema.records_bin (form_id, deleted_at desc);

-- Uploaded spreadsheets and imports of them. `done` moves in the transaction of each batch, so a batch that
-- committed is never read again after a crash.
create table :schema.records_sheet (
  id          uuid not null,
  file_key    text not null,
  file_name   text not null,
  size        bigint not null,
  uploaded_by uuid not null,
  uploaded_at timestamptz not null default now(),
  primary key (id)
);
create table :schema.records_import (
  id          uuid not null,
  sheet_id    uuid not null,
  form_id     text not null,
  job_id      text,
  reading     jsonb not null,
  mapping     jsonb not null,
  state       text not null check (state in ('waiting', 'running', 'finished', 'cancelled', 'failed')),
  cancel      boolean not null default false,
  batch       integer not null default 0,
  done        integer not null default 0,
  total       integer not null default 0,
  imported    integer not null default 0,
  failed      integer not null default 0,
  failures    jsonb not null default '[]',
  error       text,
  started_by  uuid not null,
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  primary key (id)
);

grant select, insert on :schema.records_history to formwork_app;
grant select, insert, update, delete on :schema.records_grant, :schema.records_counter, :schema.records_bin, :schema.records_sheet, :schema.records_import to formwork_app;
