-- Processes of forms: the draft people draw, and releases that never change.
create schema workflow;
grant usage on schema workflow to formwork_app;

create table workflow.definition (
  space_id text not null,
  form_id  text not null,
  version  integer not null,
  graph    jsonb not null,
  -- number of the last release
  released integer,
  saved_by uuid not null,
  saved_at timestamptz not null default now(),
  constraint workflow_definition_pkey primary key (space_id, form_id)
);

create table workflow.release (
  space_id    text not null,
  form_id     text not null,
  number      integer not null,
  graph       jsonb not null,
  note        text not null,
  released_by uuid not null,
  released_at timestamptz not null default now(),
  primary key (space_id, form_id, number)
);

do $$
declare name text;
begin
  foreach name in array array['definition', 'release'] loop
    execute format('alter table workflow.%I enable row level security', name);
    execute format('alter table workflow.%I force row level security', name);
    execute format('create policy in_space on workflow.%I using (space_id = current_setting(''app.space_id'', true))', name);
  end loop;
end $$;

grant select, insert, update on workflow.definition to formwork_app;
grant select, insert on workflow.release to formwork_app;
