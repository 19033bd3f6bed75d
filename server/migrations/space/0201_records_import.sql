-- Imports that create, update or both, what they left out, and what is needed to take one back.
alter table :schema.records_sheet add column archive_key text;
-- How many rows were found when it was looked through, read so: an import need not count them again.
alter table :schema.records_sheet add column rows integer;
alter table :schema.records_sheet add column rows_read jsonb;
alter table :schema.records_import add column settings jsonb not null default '{}';
alter table :schema.records_import add column updated integer not null default 0;
-- { jobId, state, removed, restored, kept }
alter table :schema.records_import add column undo jsonb;

create table :schema.records_import_failure (
  import_id uuid not null,
  line      integer not null,
  -- As they stand in the file.
  cells     jsonb not null,
  reasons   jsonb not null,
  primary key (import_id, line)
);

-- What each batch wrote: `versions` are those that the updated records got by it.
create table :schema.records_import_batch (
  import_id uuid not null,
  batch     integer not null,
  created   uuid[] not null,
  updated   uuid[] not null,
  versions  integer[] not null,
  primary key (import_id, batch)
);

-- How a person last imported into a form.
create table :schema.records_import_settings (
  form_id  text not null,
  user_id  uuid not null,
  settings jsonb not null,
  at       timestamptz not null default now(),
  primary key (form_id, user_id)
);

grant select, insert, update, delete on :schema.records_import_failure, :schema.records_import_batch, :schema.records_import_settings to formwork_app;
