-- Who is sent a chart or dashboard by the clock; its times are schedules of the kind `analytics_subscription`.
create table :schema.analytics_subscription (
  id         uuid primary key,
  owner      uuid not null,
  kind       text not null check (kind in ('chart', 'dashboard')),
  thing      uuid not null,
  receivers  uuid[] not null,
  ways       text[] not null,
  created_at timestamptz not null default now()
);
create index analytics_subscription_thing on :schema.analytics_subscription (kind, thing);

-- Nobody gets one twice, however often its run begins anew.
create table :schema.analytics_sent (
  run      uuid not null,
  receiver uuid not null,
  at       timestamptz not null default now(),
  primary key (run, receiver)
);
create index analytics_sent_at on :schema.analytics_sent (at);

-- A figure of a chart that people are told of when it goes beyond a bound, and when it has come back.
create table :schema.analytics_alert (
  id         uuid primary key,
  owner      uuid not null,
  chart      uuid not null,
  -- The figure: the id of its use.
  figure     text not null,
  side       text not null check (side in ('above', 'below')),
  raise_at   numeric not null,
  -- It is over behind this one only: a figure that trembles at the bound is told of once.
  clear_at   numeric not null,
  hold       integer not null,
  receivers  uuid[] not null,
  ways       text[] not null,
  enabled    boolean not null default true,
  problem    text,
  judged_at  timestamptz,
  created_at timestamptz not null default now()
);
create index analytics_alert_chart on :schema.analytics_alert (chart);
create index analytics_alert_enabled on :schema.analytics_alert (id) where enabled;

create table :schema.analytics_alert_state (
  alert uuid not null references :schema.analytics_alert (id) on delete cascade,
  -- Of each group of the chart by itself.
  of    text not null,
  label text not null,
  state text not null check (state in ('pending', 'raised', 'clearing')),
  since timestamptz not null,
  value numeric,
  primary key (alert, of)
);
grant select, insert, update, delete on :schema.analytics_subscription, :schema.analytics_sent, :schema.analytics_alert, :schema.analytics_alert_state to formwork_app;
