-- Everything that is drawn, released and used: what it is, what it was, who names whom, where it lies and who may do what.
create schema definitions;
grant usage on schema definitions to formwork_app;

create table definitions.folder (
  space_id text not null,
  area     text not null,
  id       uuid not null,
  parent   uuid,
  -- the folders above, from the top
  path     uuid[] not null default '{}',
  name     text not null,
  position integer not null default 0,
  primary key (space_id, area, id),
  constraint folder_parent foreign key (space_id, area, parent) references definitions.folder (space_id, area, id)
);
create unique index folder_name_key on definitions.folder (space_id, area, coalesce(parent::text, ''), lower(name));

create table definitions.definition (
  space_id         text not null,
  kind             text not null,
  id               text not null,
  area             text not null,
  app_id           text,
  folder           uuid,
  -- whose own it is; rules of folders and administrators do not reach it
  owner            uuid,
  name             jsonb not null,
  tags             text[] not null default '{}',
  -- what is looked for
  words            text generated always as (lower((name ->> 'zh') || ' ' || coalesce(name ->> 'en', ''))) stored,
  draft            jsonb not null,
  -- of the draft, as the kind counts its formats
  format           integer not null,
  version          integer not null default 1,
  saved_by         uuid not null,
  saved_at         timestamptz not null default now(),
  -- the release in force, and the version of the draft that it was
  released         integer,
  released_version integer,
  enabled          boolean not null default true,
  off_because      text,
  archived_at      timestamptz,
  created_by       uuid not null,
  created_at       timestamptz not null default now(),
  primary key (space_id, kind, id),
  constraint definition_folder foreign key (space_id, area, folder) references definitions.folder (space_id, area, id)
);
create index definition_saved on definitions.definition (space_id, kind, saved_at desc, id desc) where archived_at is null;
create index definition_in_folder on definitions.definition (space_id, kind, folder, saved_at desc, id desc) where archived_at is null;
create index definition_archived on definitions.definition (space_id, archived_at) where archived_at is not null;
create index definition_made on definitions.definition (space_id, created_by, kind);
create index definition_app on definitions.definition (space_id, app_id, kind) where app_id is not null;
create index definition_words on definitions.definition (space_id, kind, words);

-- A release is never changed.
create table definitions.release (
  space_id    text not null,
  kind        text not null,
  id          text not null,
  number      integer not null,
  body        jsonb not null,
  format      integer not null,
  note        text not null default '',
  released_by uuid not null,
  released_at timestamptz not null default now(),
  primary key (space_id, kind, id, number),
  constraint release_definition foreign key (space_id, kind, id) references definitions.definition (space_id, kind, id) on delete cascade
);

-- What was done to the draft, for those who have it open. Kept for 30 days.
create table definitions.change (
  space_id text not null,
  kind     text not null,
  id       text not null,
  version  integer not null,
  client   uuid not null,
  seq      integer not null,
  actor    uuid not null,
  at       timestamptz not null default now(),
  ops      jsonb not null,
  lost     integer[] not null default '{}',
  primary key (space_id, kind, id, version),
  constraint change_definition foreign key (space_id, kind, id) references definitions.definition (space_id, kind, id) on delete cascade
);
create unique index change_command on definitions.change (space_id, kind, id, client, seq);
create index change_at on definitions.change (space_id, at);

-- Who names whom. '' is the whole of it.
create table definitions.reference (
  space_id  text not null,
  from_kind text not null,
  from_id   text not null,
  of        text not null check (of in ('draft', 'release')),
  from_part text not null,
  to_kind   text not null,
  to_id     text not null,
  to_part   text not null,
  how       text not null check (how in ('refuse', 'warn')),
  primary key (space_id, from_kind, from_id, of, from_part, to_kind, to_id, to_part),
  constraint reference_definition foreign key (space_id, from_kind, from_id) references definitions.definition (space_id, kind, id) on delete cascade
);
create index reference_to on definitions.reference (space_id, to_kind, to_id, to_part);

-- On a folder, on a definition, or, with neither, on all of an area.
create table definitions.access_rule (
  space_id      text not null,
  area          text not null,
  id            uuid not null,
  on_folder     uuid,
  on_kind       text,
  on_id         text,
  position      integer not null,
  subject_kind  text not null,
  subject_id    text,
  subject_below boolean not null default false,
  effect        text not null check (effect in ('grant', 'refuse')),
  level         text not null check (level in ('see', 'use', 'edit', 'own')),
  until         timestamptz,
  primary key (space_id, area, id),
  constraint rule_folder foreign key (space_id, area, on_folder) references definitions.folder (space_id, area, id) on delete cascade,
  constraint rule_definition foreign key (space_id, on_kind, on_id) references definitions.definition (space_id, kind, id) on delete cascade,
  check ((on_kind is null) = (on_id is null) and (on_folder is null or on_id is null))
);
create index rule_on_folder on definitions.access_rule (space_id, area, on_folder);
create index rule_on_definition on definitions.access_rule (space_id, on_kind, on_id) where on_id is not null;

do $$
declare
  made text;
begin
  foreach made in array array['folder', 'definition', 'release', 'change', 'reference', 'access_rule'] loop
    execute format('alter table definitions.%I enable row level security', made);
    execute format('alter table definitions.%I force row level security', made);
    execute format('create policy in_space on definitions.%I using (space_id = current_setting(''app.space_id'', true))', made);
    execute format('create policy backup_reads on definitions.%I for select to formwork_backup using (true)', made);
    execute format('grant select, insert, update, delete on definitions.%I to formwork_app', made);
  end loop;
end $$;
revoke update on definitions.release from formwork_app;
