-- What an enterprise set of the elements of pages: hidden, renamed, in another order.
create table console.element_setting (
  space_id   text not null,
  page       text not null,
  version    integer not null,
  settings   jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  primary key (space_id, page)
);
alter table console.element_setting enable row level security;
alter table console.element_setting force row level security;
create policy in_space on console.element_setting using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on console.element_setting to formwork_app;
