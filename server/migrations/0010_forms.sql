-- Forms: what people design. Applications group forms; a draft is edited, a release never changes.
create schema forms;
grant usage on schema forms to formwork_app;

create table forms.system (
  space_id text not null,
  id       text not null,
  title    jsonb not null,
  position double precision not null default 0,
  primary key (space_id, id)
);

create table forms.app (
  space_id   text not null,
  id         text not null,
  system_id  text,
  title      jsonb not null,
  icon       text,
  position   double precision not null default 0,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (space_id, id),
  constraint app_system_fkey foreign key (space_id, system_id) references forms.system (space_id, id)
);

create table forms.form (
  space_id   text not null,
  id         text not null,
  app_id     text not null,
  title      jsonb not null,
  position   double precision not null default 0,
  -- number of the last release
  release    integer,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (space_id, id),
  constraint form_app_fkey foreign key (space_id, app_id) references forms.app (space_id, id)
);
create index form_app on forms.form (space_id, app_id) where removed_at is null;

create table forms.draft (
  space_id   text not null,
  form_id    text not null,
  version    integer not null,
  definition jsonb not null,
  saved_by   uuid not null,
  saved_at   timestamptz not null default now(),
  primary key (space_id, form_id),
  constraint draft_form_fkey foreign key (space_id, form_id) references forms.form (space_id, id)
);

create table forms.release (
  space_id    text not null,
  form_id     text not null,
  number      integer not null,
  definition  jsonb not null,
  -- field by field against the release before
  changes     jsonb not null,
  note        text,
  released_by uuid not null,
  released_at timestamptz not null default now(),
  primary key (space_id, form_id, number),
  constraint release_form_fkey foreign key (space_id, form_id) references forms.form (space_id, id)
);

create table forms.permission (
  space_id     text not null,
  form_id      text not null,
  id           text not null,
  position     integer not null,
  subject_kind text not null check (subject_kind in ('everyone', 'role', 'person')),
  subject_id   text,
  actions      text[] not null,
  scope        text not null check (scope in ('all', 'own')),
  primary key (space_id, form_id, id),
  constraint permission_form_fkey foreign key (space_id, form_id) references forms.form (space_id, id)
);

do $$
declare name text;
begin
  foreach name in array array['system', 'app', 'form', 'draft', 'release', 'permission'] loop
    execute format('alter table forms.%I enable row level security', name);
    execute format('alter table forms.%I force row level security', name);
    execute format('create policy in_space on forms.%I using (space_id = current_setting(''app.space_id'', true))', name);
  end loop;
end $$;

grant select, insert, update on forms.system, forms.app, forms.form, forms.draft to formwork_app;
grant select, insert on forms.release to formwork_app;
grant select, insert, update, delete on forms.permission to formwork_app;
