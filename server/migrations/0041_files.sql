-- Uploaded and made files. Contents are in the file store under `key`; this says what they are and whose.
create schema files;
grant usage on schema files to formwork_app;

create table files.file (
  space_id      text not null,
  id            uuid not null,
  name          text not null,
  media_type    text not null,
  size          bigint not null,
  sha256        text not null,
  key           text not null,
  purpose       text not null,
  created_by    uuid not null,
  -- What the file is part of: from then on whoever may see that may see the file.
  attached_kind text,
  attached_id   text,
  -- Taken out of use, while its content is being removed.
  removing      boolean not null default false,
  created_at    timestamptz not null default now(),
  primary key (space_id, id),
  constraint file_attached_whole check ((attached_kind is null) = (attached_id is null))
);
create index file_loose on files.file (space_id, created_at) where attached_kind is null;
create index file_attached on files.file (space_id, attached_kind, attached_id) where attached_kind is not null;
alter table files.file enable row level security;
alter table files.file force row level security;
create policy in_space on files.file using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on files.file to formwork_app;
