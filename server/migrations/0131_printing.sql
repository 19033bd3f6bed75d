-- Print templates of forms. Every save with a changed content is a version that stays.
create schema printing;
grant usage on schema printing to formwork_app;

create table printing.template (
  space_id   text not null,
  id         uuid not null,
  form_id    text not null,
  title      jsonb not null,
  is_default boolean not null default false,
  enabled    boolean not null default true,
  version    integer not null,
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  primary key (space_id, id)
);
create index template_form on printing.template (space_id, form_id);
create unique index template_default_key on printing.template (space_id, form_id) where is_default;
alter table printing.template enable row level security;
alter table printing.template force row level security;
create policy in_space on printing.template using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on printing.template to formwork_app;

create table printing.template_version (
  space_id    text not null,
  template_id uuid not null,
  version     integer not null,
  content     jsonb not null,
  made_at     timestamptz not null default now(),
  made_by     uuid not null,
  primary key (space_id, template_id, version),
  constraint template_version_template foreign key (space_id, template_id) references printing.template (space_id, id) on delete cascade
);
alter table printing.template_version enable row level security;
alter table printing.template_version force row level security;
create policy in_space on printing.template_version using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on printing.template_version to formwork_app;
