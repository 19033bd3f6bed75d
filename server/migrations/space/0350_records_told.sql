-- Up to which moment people were told of dates that records name, by rule. A rule that says another field or another time begins anew.
create table :schema.records_told_until (
  form_id text not null,
  rule    text not null,
  until   timestamptz not null,
  primary key (form_id, rule)
);
grant select, insert, update, delete on :schema.records_told_until to formwork_app;
