-- What people want messages of. Who said nothing gets all.
create schema messages;
grant usage on schema messages to formwork_app;
create table messages.subscription (
  space_id   text not null,
  account_id uuid not null,
  -- empty: every application without an entry of its own
  app_id     text not null,
  kind       text not null,
  subscribed boolean not null,
  primary key (space_id, account_id, app_id, kind)
);
alter table messages.subscription enable row level security;
alter table messages.subscription force row level security;
create policy in_space on messages.subscription using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on messages.subscription to formwork_app;
