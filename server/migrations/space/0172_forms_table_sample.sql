-- How large the tables of each form were, day by day.
create table :schema.forms_table_sample (
  form_id text not null,
  day     date not null,
  rows    bigint not null,
  bytes   bigint not null,
  primary key (form_id, day)
);
grant select, insert, update, delete on :schema.forms_table_sample to formwork_app;
