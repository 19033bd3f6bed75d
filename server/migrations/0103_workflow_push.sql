-- Of what in processes a person is told, and how. Who has settled nothing has no row.
create table workflow.push (
  space_id   text not null,
  account_id uuid not null,
  settings   jsonb not null,
  -- of the mails, which nobody's browser asks for
  locale     text not null,
  primary key (space_id, account_id)
);
alter table workflow.push enable row level security;
alter table workflow.push force row level security;
create policy in_space on workflow.push using (space_id = current_setting('app.space_id', true));
grant select, insert, update on workflow.push to formwork_app;
