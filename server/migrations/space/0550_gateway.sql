-- Calls that came in through the data gateway, and what they came to by the minute.
create table :schema.gateway_log (
  at            timestamptz not null,
  id            text not null,
  environment   text not null,
  api           uuid,
  api_name      text not null,
  operation     text not null,
  application   uuid,
  consumer_name text not null,
  method        text not null,
  path          text not null,
  status        integer not null,
  code          text not null,
  policy        text,
  ms            double precision not null,
  upstream_ms   double precision,
  bytes_in      bigint not null,
  bytes_out     bigint not null,
  address       text not null,
  detail        jsonb not null,
  request_body  text,
  response_body text,
  primary key (at, id)
);
create index gateway_log_id on :schema.gateway_log (id);
create index gateway_log_api on :schema.gateway_log (api, at);
grant select, insert, delete on :schema.gateway_log to formwork_app;
grant select on :schema.gateway_log to formwork_backup;

create table :schema.gateway_minute (
  minute      timestamptz not null,
  environment text not null,
  api         text not null,
  application text not null,
  calls       bigint not null,
  refused     bigint not null,
  failed      bigint not null,
  bytes       bigint not null,
  ms          double precision not null,
  -- how many took at most 1, 2, 5, 10 ... ms; the bounds stand in the contract
  histogram   bigint[] not null,
  primary key (minute, environment, api, application)
);
grant select, insert, update, delete on :schema.gateway_minute to formwork_app;
grant select on :schema.gateway_minute to formwork_backup;
