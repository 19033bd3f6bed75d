-- Base data of an enterprise: dictionaries, regions, units, days off.
create schema basedata;
grant usage on schema basedata to formwork_app;

create table basedata.dictionary (
  space_id   text not null,
  id         uuid not null,
  code       text not null,
  title      jsonb not null,
  tree       boolean not null,
  disabled   boolean not null default false,
  primary key (space_id, id)
);
create unique index dictionary_code_key on basedata.dictionary (space_id, code);

create table basedata.dictionary_item (
  space_id      text not null,
  id            uuid not null,
  dictionary_id uuid not null,
  parent_id     uuid,
  code          text not null,
  label         jsonb not null,
  color         text,
  disabled      boolean not null default false,
  position      double precision not null default 0,
  primary key (space_id, id),
  constraint dictionary_item_dictionary_fkey foreign key (space_id, dictionary_id) references basedata.dictionary (space_id, id) on delete cascade,
  constraint dictionary_item_parent_fkey foreign key (space_id, parent_id) references basedata.dictionary_item (space_id, id) on delete cascade
);
create unique index dictionary_item_code_key on basedata.dictionary_item (space_id, dictionary_id, code);
create index dictionary_item_parent on basedata.dictionary_item (space_id, parent_id);

-- hundreds of thousands of rows: no foreign key to the parent, a file brings them in any order
create table basedata.region (
  space_id    text not null,
  code        text not null,
  parent_code text,
  name        text not null,
  name_en     text not null default '',
  primary key (space_id, code)
);
create index region_parent on basedata.region (space_id, parent_code, code);

create table basedata.quantity (
  space_id text not null,
  id       uuid not null,
  title    jsonb not null,
  -- the base unit first
  units    jsonb not null,
  position double precision not null default 0,
  primary key (space_id, id)
);

create table basedata.holiday (
  space_id text not null,
  day      text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  name     text not null,
  -- a day off, or a day of work in the place of one
  off      boolean not null,
  primary key (space_id, day)
);

alter table basedata.dictionary enable row level security;
alter table basedata.dictionary force row level security;
create policy in_space on basedata.dictionary using (space_id = current_setting('app.space_id', true));
alter table basedata.dictionary_item enable row level security;
alter table basedata.dictionary_item force row level security;
create policy in_space on basedata.dictionary_item using (space_id = current_setting('app.space_id', true));
alter table basedata.region enable row level security;
alter table basedata.region force row level security;
create policy in_space on basedata.region using (space_id = current_setting('app.space_id', true));
alter table basedata.quantity enable row level security;
alter table basedata.quantity force row level security;
create policy in_space on basedata.quantity using (space_id = current_setting('app.space_id', true));
alter table basedata.holiday enable row level security;
alter table basedata.holiday force row level security;
create policy in_space on basedata.holiday using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on basedata.dictionary, basedata.dictionary_item, basedata.region, basedata.quantity, basedata.holiday to formwork_app;
