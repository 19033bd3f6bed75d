-- Uploads that come in parts, and small pictures made of large ones.
create table files.upload (
  space_id    text not null,
  id          uuid not null,
  name        text not null,
  size        bigint not null,
  purpose     text not null,
  -- What the browser knows the chosen file by: the same one goes on where it was cut off.
  fingerprint text not null,
  created_by  uuid not null,
  -- Taken out of use, while its parts are being removed.
  removing    boolean not null default false,
  touched_at  timestamptz not null default now(),
  primary key (space_id, id)
);
create unique index upload_fingerprint_key on files.upload (space_id, created_by, fingerprint) where not removing;
create index upload_touched on files.upload (space_id, touched_at);
alter table files.upload enable row level security;
alter table files.upload force row level security;
create policy in_space on files.upload using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on files.upload to formwork_app;

create table files.upload_part (
  space_id  text not null,
  upload_id uuid not null,
  at        bigint not null,
  size      integer not null,
  key       text not null,
  primary key (space_id, upload_id, at),
  constraint upload_part_upload foreign key (space_id, upload_id) references files.upload (space_id, id)
);
alter table files.upload_part enable row level security;
alter table files.upload_part force row level security;
create policy in_space on files.upload_part using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on files.upload_part to formwork_app;

create table files.thumbnail (
  space_id text not null,
  file_id  uuid not null,
  edge     integer not null,
  size     integer not null,
  key      text not null,
  primary key (space_id, file_id, edge),
  constraint thumbnail_file foreign key (space_id, file_id) references files.file (space_id, id)
);
alter table files.thumbnail enable row level security;
alter table files.thumbnail force row level security;
create policy in_space on files.thumbnail using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on files.thumbnail to formwork_app;
