-- Parameters of the enterprise: what tasks and flows fall back on where nothing nearer says a value.
create table :schema.etl_parameter (
  name  text primary key,
  type  text not null check (type in ('text', 'number', 'date')),
  value text not null
);
grant select, insert, update, delete on :schema.etl_parameter to formwork_app;
