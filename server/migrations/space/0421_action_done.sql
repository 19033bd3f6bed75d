-- Actions of rules and flows that were carried out, by their key: asked again, they answer what they answered. Ninety days.
create table :schema.action_done (
  key    text not null,
  output jsonb not null,
  at     timestamptz not null,
  primary key (key)
);
create index action_done_at on :schema.action_done (at);
grant select, insert, delete on :schema.action_done to formwork_app;
grant select on :schema.action_done to formwork_backup;
