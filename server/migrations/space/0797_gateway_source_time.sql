-- How long calls kept what lies behind the gateway busy: quotas of time are shown by it.
alter table :schema.gateway_minute add column source_ms double precision not null default 0;
