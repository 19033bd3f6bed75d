-- The menus that an enterprise configures for the web and for phones; without rows the product's own navigation holds.
create schema console;
grant usage on schema console to formwork_app;

create table console.nav_entry (
  space_id    text not null,
  id          uuid not null,
  terminal    text not null check (terminal in ('web', 'phone')),
  parent_id   uuid,
  -- at the bottom of a phone
  tab         boolean not null,
  target      jsonb not null,
  title       jsonb,
  icon        text,
  new_window  boolean not null,
  hidden      boolean not null,
  -- to whom it is shown; both empty: to everybody
  roles       uuid[] not null,
  role_groups uuid[] not null,
  position    double precision not null,
  primary key (space_id, id),
  constraint nav_entry_parent_fkey foreign key (space_id, parent_id) references console.nav_entry (space_id, id) on delete cascade
);
create index nav_entry_parent on console.nav_entry (space_id, parent_id);
alter table console.nav_entry enable row level security;
alter table console.nav_entry force row level security;
create policy in_space on console.nav_entry using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on console.nav_entry to formwork_app;
