-- Records that a person has made of a form with a process and not handed in yet.
create table :schema.workflow_draft (
  person    uuid not null,
  record_id uuid not null,
  form_id   text not null,
  app_id    text not null,
  at        timestamptz not null,
  primary key (record_id)
);
create index workflow_draft_person on :schema.workflow_draft (person, at, record_id);
grant select, insert, delete on :schema.workflow_draft to formwork_app;
