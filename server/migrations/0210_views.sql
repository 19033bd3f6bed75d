-- Labels of lists: ways to look at the records of a form, personal or shared.
create schema views;
grant usage on schema views to formwork_app;

create table views.view (
  space_id   text not null,
  id         uuid not null,
  form_id    text not null,
  -- whose it is; null where it is shared
  person_id  uuid,
  type       text not null,
  title      jsonb not null,
  category   text,
  audience   jsonb not null default '[]',
  settings   jsonb not null,
  position   double precision not null,
  is_default boolean not null default false,
  version    integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  primary key (space_id, id)
);
create index view_form on views.view (space_id, form_id, person_id);
create unique index view_default_key on views.view (space_id, form_id) where is_default;
alter table views.view enable row level security;
alter table views.view force row level security;
create policy in_space on views.view using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on views.view to formwork_app;

-- The label a person sees first.
create table views.choice (
  space_id  text not null,
  form_id   text not null,
  person_id uuid not null,
  view_id   uuid not null,
  primary key (space_id, form_id, person_id),
  constraint choice_view foreign key (space_id, view_id) references views.view (space_id, id) on delete cascade
);
create index choice_of_view on views.choice (space_id, view_id);
alter table views.choice enable row level security;
alter table views.choice force row level security;
create policy in_space on views.choice using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on views.choice to formwork_app;
