-- Who is told of what happens to records of a form.
create table forms.notification_setting (
  space_id   text not null,
  form_id    text not null,
  version    integer not null,
  rules      jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  primary key (space_id, form_id),
  constraint notification_setting_form_fkey foreign key (space_id, form_id) references forms.form (space_id, id)
);
alter table forms.notification_setting enable row level security;
alter table forms.notification_setting force row level security;
create policy in_space on forms.notification_setting using (space_id = current_setting('app.space_id', true));
create policy backup_reads on forms.notification_setting for select to formwork_backup using (true);
grant select, insert, update, delete on forms.notification_setting to formwork_app;
