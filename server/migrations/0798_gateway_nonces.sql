-- Signatures that processes of the gateway have seen, by the sum of what makes them one: none counts twice while its date does.
-- They serve all enterprises.
create table gateway.nonce (
  key   bigint primary key,
  until timestamptz not null
);
create index nonce_until on gateway.nonce (until);
grant select, insert, update, delete on gateway.nonce to formwork_app;
grant select on gateway.nonce to formwork_backup;
