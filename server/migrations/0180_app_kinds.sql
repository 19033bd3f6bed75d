-- Applications of forms, and applications of files; what they are about, in the words of the enterprise.
alter table forms.app add column kind text not null default 'forms' check (kind in ('forms', 'files'));
alter table forms.app add column category text;
-- What people marked, and what they opened last.
create table forms.own_app (
  space_id    text not null,
  account_id  uuid not null,
  app_id      text not null,
  favoured_at timestamptz,
  used_at     timestamptz,
  primary key (space_id, account_id, app_id),
  constraint own_app_app_fkey foreign key (space_id, app_id) references forms.app (space_id, id) on delete cascade
);
alter table forms.own_app enable row level security;
alter table forms.own_app force row level security;
create policy in_space on forms.own_app using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on forms.own_app to formwork_app;
