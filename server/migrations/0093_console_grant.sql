-- Administrators who are held to some pages of the console; those without a row hold all.
create table organization.console_grant (
  space_id   text not null,
  account_id uuid not null,
  pages      text[] not null,
  primary key (space_id, account_id)
);
alter table organization.console_grant enable row level security;
alter table organization.console_grant force row level security;
create policy in_space on organization.console_grant using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on organization.console_grant to formwork_app;
