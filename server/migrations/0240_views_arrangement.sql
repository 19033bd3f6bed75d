-- How a person has arranged a list without saving it as a label: columns, widths and so on.
create table views.arrangement (
  space_id   text not null,
  form_id    text not null,
  person_id  uuid not null,
  -- a label's id, or 'all' for the list as the form has it
  label      text not null,
  settings   jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (space_id, form_id, person_id, label)
);
alter table views.arrangement enable row level security;
alter table views.arrangement force row level security;
create policy in_space on views.arrangement using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on views.arrangement to formwork_app;
