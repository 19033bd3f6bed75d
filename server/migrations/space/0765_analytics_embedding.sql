-- Charts, dashboards and screens within pages of other sites. What viewers hold are tokens, signed and not kept: this is what ends them all.
create table :schema.analytics_embedding (
  id             uuid primary key,
  kind           text not null check (kind in ('chart', 'dashboard', 'screen')),
  thing          uuid not null,
  -- Pages of these alone may hold it in a frame.
  origins        text[] not null,
  -- Forms and data sets that its charts were of when it was made: with fixed filters nothing that came later is shown whole.
  sources        text[] not null,
  expires_at     timestamptz not null,
  created_by     uuid not null,
  created_at     timestamptz not null default now(),
  revoked_at     timestamptz,
  revoked_by     uuid,
  opened         integer not null default 0,
  last_opened_at timestamptz
);
create index analytics_embedding_thing on :schema.analytics_embedding (kind, thing, id);
grant select, insert, update, delete on :schema.analytics_embedding to formwork_app;
