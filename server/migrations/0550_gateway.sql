-- The data gateway: who may call which API, what each environment serves, and the snapshots that gateway processes live on.
-- APIs themselves are definitions of the kind gateway_api.
create schema gateway;
grant usage on schema gateway to formwork_app;
grant usage on schema gateway to formwork_dispatcher;

create table gateway.environment (
  space_id   text not null,
  id         text not null,
  name       text not null,
  created_at timestamptz not null default now(),
  primary key (space_id, id)
);

-- Which release of an API an environment serves.
create table gateway.live (
  space_id    text not null,
  api         uuid not null,
  environment text not null,
  number      integer not null,
  -- of that release: two APIs of an environment cannot lie at one place
  base_path   text not null,
  state       text not null check (state in ('live', 'deprecated', 'retired')),
  sunset      timestamptz,
  changed_by  uuid not null,
  changed_at  timestamptz not null default now(),
  primary key (space_id, api, environment)
);
create unique index live_path_key on gateway.live (space_id, environment, base_path);

create table gateway.consumer (
  space_id   text not null,
  id         uuid not null,
  name       text not null,
  about      text not null default '',
  off        boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (space_id, id)
);
create unique index consumer_name_key on gateway.consumer (space_id, lower(name));

create table gateway.application (
  space_id   text not null,
  id         uuid not null,
  consumer   uuid not null,
  name       text not null,
  created_at timestamptz not null default now(),
  primary key (space_id, id),
  constraint application_consumer foreign key (space_id, consumer) references gateway.consumer (space_id, id) on delete cascade
);
create unique index application_name_key on gateway.application (space_id, consumer, lower(name));

create table gateway.credential (
  space_id    text not null,
  id          uuid not null,
  application uuid not null,
  kind        text not null check (kind in ('key', 'basic', 'jwt', 'hmac', 'oauth')),
  name        text not null,
  hint        text not null default '',
  -- of keys and passwords that were drawn by us: 256 random bits, so that a plain hash is enough
  hash        text,
  login       text,
  settings    jsonb not null default '{}',
  expires_at  timestamptz,
  revoked_at  timestamptz,
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  primary key (space_id, id),
  constraint credential_application foreign key (space_id, application) references gateway.application (space_id, id) on delete cascade
);
create unique index credential_hash_key on gateway.credential (space_id, kind, hash) where hash is not null;
create unique index credential_login_key on gateway.credential (space_id, kind, login) where login is not null;
create index credential_of on gateway.credential (space_id, application);

create table gateway.plan (
  space_id   text not null,
  id         uuid not null,
  name       text not null,
  about      text not null default '',
  rate       jsonb,
  quota      jsonb,
  approval   boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (space_id, id)
);
create unique index plan_name_key on gateway.plan (space_id, lower(name));

create table gateway.subscription (
  space_id     text not null,
  id           uuid not null,
  application  uuid not null,
  api          uuid not null,
  plan         uuid not null,
  state        text not null check (state in ('requested', 'approved', 'refused', 'suspended', 'ended')),
  note         text not null default '',
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  decided_by   uuid,
  decided_at   timestamptz,
  primary key (space_id, id),
  constraint subscription_application foreign key (space_id, application) references gateway.application (space_id, id) on delete cascade,
  constraint subscription_plan foreign key (space_id, plan) references gateway.plan (space_id, id)
);
-- one that ended stays for those who look back; another may follow it
create unique index subscription_key on gateway.subscription (space_id, application, api) where state <> 'ended';
create index subscription_of_plan on gateway.subscription (space_id, plan);

-- OpenAPI descriptions as they were imported, byte for byte.
create table gateway.document (
  space_id text not null,
  api      uuid not null,
  body     text not null,
  format   text not null check (format in ('json', 'yaml')),
  -- what the API was made of it: as long as that is so, the bytes are the description
  made     jsonb not null,
  at       timestamptz not null default now(),
  primary key (space_id, api)
);

-- All that a gateway needs to know of an environment; never changed, the last twenty stay.
create table gateway.snapshot (
  space_id    text not null,
  environment text not null,
  number      integer not null,
  sha256      text not null,
  body        text not null,
  at          timestamptz not null default now(),
  primary key (space_id, environment, number)
);

do $$
declare
  made text;
begin
  foreach made in array array['environment', 'live', 'consumer', 'application', 'credential', 'plan', 'subscription', 'document', 'snapshot'] loop
    execute format('alter table gateway.%I enable row level security', made);
    execute format('alter table gateway.%I force row level security', made);
    execute format('create policy in_space on gateway.%I using (space_id = current_setting(''app.space_id'', true))', made);
    execute format('create policy backup_reads on gateway.%I for select to formwork_backup using (true)', made);
    execute format('grant select, insert, update, delete on gateway.%I to formwork_app', made);
  end loop;
end $$;
-- a gateway serves all spaces
create policy dispatcher_reads on gateway.snapshot for select to formwork_dispatcher using (true);
grant select on gateway.snapshot to formwork_dispatcher;
