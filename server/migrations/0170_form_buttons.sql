-- What administrators said of the buttons of an application, and of single forms of it (form_id, else blank).
create table forms.button_setting (
  space_id   text not null,
  app_id     text not null,
  form_id    text not null,
  version    integer not null,
  settings   jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  primary key (space_id, app_id, form_id),
  constraint button_setting_app_fkey foreign key (space_id, app_id) references forms.app (space_id, id)
);
alter table forms.button_setting enable row level security;
alter table forms.button_setting force row level security;
create policy in_space on forms.button_setting using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on forms.button_setting to formwork_app;
