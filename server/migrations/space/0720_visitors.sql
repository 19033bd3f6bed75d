-- Links for visitors to views, charts, dashboards and screens. Of the token there is a hash alone: who reads the database opens nothing with it.
create table :schema.visitors_link (
  id             uuid primary key,
  kind           text not null,
  thing          text not null,
  -- What of it is shown; null: the whole.
  choice         jsonb,
  token_hash     bytea not null,
  password_hash  text,
  expires_at     timestamptz not null,
  -- It ends after so many visits.
  most           integer,
  created_by     uuid not null,
  created_at     timestamptz not null default now(),
  revoked_at     timestamptz,
  revoked_by     uuid,
  opened         integer not null default 0,
  last_opened_at timestamptz
);
create unique index visitors_link_token on :schema.visitors_link (token_hash);
create index visitors_link_thing on :schema.visitors_link (kind, thing, id);
grant select, insert, update, delete on :schema.visitors_link to formwork_app;

create table :schema.visitors_visit (
  link_id   uuid not null,
  id        uuid not null,
  at        timestamptz not null default now(),
  address   text not null,
  -- Somebody of the space who was signed in.
  person_id uuid,
  primary key (link_id, id)
);
create index visitors_visit_at on :schema.visitors_visit (at);
grant select, insert, delete on :schema.visitors_visit to formwork_app;
