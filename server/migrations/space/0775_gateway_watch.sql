-- How upstreams fare, as gateways last said: by address, the worst of what their threads found.
create table :schema.gateway_upstream (
  environment text not null,
  api         uuid not null,
  target      text not null,
  url         text not null,
  state       text not null check (state in ('well', 'ill', 'open')),
  failures    integer not null,
  since       timestamptz not null,
  seen_at     timestamptz not null,
  primary key (environment, api, target)
);
grant select, insert, update, delete on :schema.gateway_upstream to formwork_app;
grant select on :schema.gateway_upstream to formwork_backup;

-- Where a rule is beyond its bound, or was and is not quite back.
create table :schema.gateway_alert_state (
  rule  uuid not null,
  of    text not null,
  label text not null,
  state text not null check (state in ('pending', 'raised', 'clearing')),
  since timestamptz not null,
  value double precision not null,
  primary key (rule, of)
);
grant select, insert, update, delete on :schema.gateway_alert_state to formwork_app;
grant select on :schema.gateway_alert_state to formwork_backup;
