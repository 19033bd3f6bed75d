-- Models that processes were read from, by the digest of their text: an export begins with what was imported.
create table workflow.model (
  space_id text not null,
  id       text not null,
  xml      text not null,
  made_by  uuid not null,
  made_at  timestamptz not null default now(),
  primary key (space_id, id)
);
alter table workflow.model enable row level security;
alter table workflow.model force row level security;
create policy in_space on workflow.model using (space_id = current_setting('app.space_id', true));
grant select, insert on workflow.model to formwork_app;
