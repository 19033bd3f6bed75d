-- Who acts for whom. States follow from the row and from the directory: nothing has to be kept up to date by the clock.
create schema agents;
grant usage on schema agents to formwork_app;

create table agents.delegation (
  space_id     text not null,
  id           uuid not null,
  principal_id uuid not null,
  agent_id     uuid not null,
  starts_at    timestamptz not null,
  ends_at      timestamptz not null,
  -- Null is every application.
  app_ids      text[],
  permissions  text[] not null,
  recycled_at  timestamptz,
  created_at   timestamptz not null default now(),
  primary key (space_id, id),
  check (principal_id <> agent_id),
  check (ends_at > starts_at)
);
create index delegation_principal on agents.delegation (space_id, principal_id, created_at desc);
create index delegation_agent on agents.delegation (space_id, agent_id, created_at desc);
alter table agents.delegation enable row level security;
alter table agents.delegation force row level security;
create policy in_space on agents.delegation using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on agents.delegation to formwork_app;
