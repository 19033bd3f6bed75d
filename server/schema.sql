-- The schema after every migration. Written by `npm run check -- --write`, never by hand.

create role formwork_app;
create role formwork_dispatcher;

-- ==== files ====

create schema files;
grant usage on schema files to formwork_app;

create table files.file (
  space_id text not null,
  id uuid not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  key text not null,
  purpose text not null,
  created_by uuid not null,
  attached_kind text,
  attached_id text,
  removing boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint file_pkey PRIMARY KEY (space_id, id),
  constraint file_attached_whole CHECK (((attached_kind IS NULL) = (attached_id IS NULL)))
);
CREATE INDEX file_attached ON files.file USING btree (space_id, attached_kind, attached_id) WHERE (attached_kind IS NOT NULL);
CREATE INDEX file_loose ON files.file USING btree (space_id, created_at) WHERE (attached_kind IS NULL);
alter table files.file enable row level security;
alter table files.file force row level security;
create policy in_space on files.file to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on files.file to formwork_app;

-- ==== forms ====

create schema forms;
grant usage on schema forms to formwork_app;

create table forms.app (
  space_id text not null,
  id text not null,
  system_id text,
  title jsonb not null,
  icon text,
  "position" double precision not null default 0,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint app_pkey PRIMARY KEY (space_id, id),
  constraint app_system_fkey FOREIGN KEY (space_id, system_id) REFERENCES forms.system(space_id, id)
);
alter table forms.app enable row level security;
alter table forms.app force row level security;
create policy in_space on forms.app to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on forms.app to formwork_app;

create table forms.draft (
  space_id text not null,
  form_id text not null,
  version integer not null,
  definition jsonb not null,
  saved_by uuid not null,
  saved_at timestamp with time zone not null default now(),
  constraint draft_pkey PRIMARY KEY (space_id, form_id),
  constraint draft_form_fkey FOREIGN KEY (space_id, form_id) REFERENCES forms.form(space_id, id)
);
alter table forms.draft enable row level security;
alter table forms.draft force row level security;
create policy in_space on forms.draft to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on forms.draft to formwork_app;

create table forms.form (
  space_id text not null,
  id text not null,
  app_id text not null,
  title jsonb not null,
  "position" double precision not null default 0,
  release integer,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint form_pkey PRIMARY KEY (space_id, id),
  constraint form_app_fkey FOREIGN KEY (space_id, app_id) REFERENCES forms.app(space_id, id)
);
CREATE INDEX form_app ON forms.form USING btree (space_id, app_id) WHERE (removed_at IS NULL);
alter table forms.form enable row level security;
alter table forms.form force row level security;
create policy in_space on forms.form to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on forms.form to formwork_app;

create table forms.permission (
  space_id text not null,
  form_id text not null,
  id text not null,
  "position" integer not null,
  subject_kind text not null,
  subject_id text,
  actions text[] not null,
  scope text not null,
  constraint permission_pkey PRIMARY KEY (space_id, form_id, id),
  constraint permission_form_fkey FOREIGN KEY (space_id, form_id) REFERENCES forms.form(space_id, id),
  constraint permission_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'own'::text]))),
  constraint permission_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['everyone'::text, 'role'::text, 'person'::text])))
);
alter table forms.permission enable row level security;
alter table forms.permission force row level security;
create policy in_space on forms.permission to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on forms.permission to formwork_app;

create table forms.release (
  space_id text not null,
  form_id text not null,
  number integer not null,
  definition jsonb not null,
  changes jsonb not null,
  note text,
  released_by uuid not null,
  released_at timestamp with time zone not null default now(),
  constraint release_pkey PRIMARY KEY (space_id, form_id, number),
  constraint release_form_fkey FOREIGN KEY (space_id, form_id) REFERENCES forms.form(space_id, id)
);
alter table forms.release enable row level security;
alter table forms.release force row level security;
create policy in_space on forms.release to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select on forms.release to formwork_app;

create table forms.system (
  space_id text not null,
  id text not null,
  title jsonb not null,
  "position" double precision not null default 0,
  constraint system_pkey PRIMARY KEY (space_id, id)
);
alter table forms.system enable row level security;
alter table forms.system force row level security;
create policy in_space on forms.system to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on forms.system to formwork_app;

-- ==== identity ====

create schema identity;
grant usage on schema identity to formwork_app;
grant usage on schema identity to formwork_dispatcher;

create table identity.account (
  id uuid not null,
  login text not null,
  password_hash text not null,
  home_space text not null,
  disabled boolean not null default false,
  failed_entries integer not null default 0,
  locked_until timestamp with time zone,
  password_set_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_home_space_fkey FOREIGN KEY (home_space) REFERENCES identity.space(id)
);
CREATE UNIQUE INDEX account_login_key ON identity.account USING btree (lower(login));
grant insert, select, update on identity.account to formwork_app;

create table identity.membership (
  space_id text not null,
  account_id uuid not null,
  role text not null,
  name text not null,
  disabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint membership_pkey PRIMARY KEY (space_id, account_id),
  constraint membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint membership_role_check CHECK ((role = ANY (ARRAY['root'::text, 'saas'::text, 'admin'::text, 'user'::text, 'safe'::text, 'audit'::text]))),
  constraint membership_space_id_fkey FOREIGN KEY (space_id) REFERENCES identity.space(id)
);
CREATE INDEX membership_account ON identity.membership USING btree (account_id);
alter table identity.membership enable row level security;
alter table identity.membership force row level security;
create policy in_space on identity.membership to public using (space_id = current_setting('app.space_id'::text, true));
create policy own on identity.membership for select to public using ((account_id)::text = current_setting('app.account_id'::text, true));
grant insert, select, update on identity.membership to formwork_app;

create table identity.session (
  id uuid not null,
  token_hash text not null,
  account_id uuid not null,
  ip text not null,
  user_agent text not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint session_token_key UNIQUE (token_hash)
);
CREATE INDEX session_account ON identity.session USING btree (account_id) WHERE (ended_at IS NULL);
grant insert, select, update on identity.session to formwork_app;

create table identity.space (
  id text not null,
  name text not null,
  is_operator boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint space_pkey PRIMARY KEY (id)
);
grant insert, select, update on identity.space to formwork_app;
grant select on identity.space to formwork_dispatcher;

-- ==== organization ====

create schema organization;
grant usage on schema organization to formwork_app;

create table organization.department (
  space_id text not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  "position" integer not null default 0,
  head_id uuid,
  disabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint department_pkey PRIMARY KEY (space_id, id),
  constraint department_name_key UNIQUE NULLS NOT DISTINCT (space_id, parent_id, name),
  constraint department_parent FOREIGN KEY (space_id, parent_id) REFERENCES organization.department(space_id, id)
);
alter table organization.department enable row level security;
alter table organization.department force row level security;
create policy in_space on organization.department to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.department to formwork_app;

create table organization.person (
  space_id text not null,
  account_id uuid not null,
  department_id uuid,
  superior_id uuid,
  constraint person_pkey PRIMARY KEY (space_id, account_id),
  constraint person_department FOREIGN KEY (space_id, department_id) REFERENCES organization.department(space_id, id)
);
CREATE INDEX person_of_department ON organization.person USING btree (space_id, department_id);
alter table organization.person enable row level security;
alter table organization.person force row level security;
create policy in_space on organization.person to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on organization.person to formwork_app;

create table organization.role (
  space_id text not null,
  id uuid not null,
  name text not null,
  description text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint role_pkey PRIMARY KEY (space_id, id),
  constraint role_name_key UNIQUE (space_id, name)
);
alter table organization.role enable row level security;
alter table organization.role force row level security;
create policy in_space on organization.role to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.role to formwork_app;

create table organization.role_member (
  space_id text not null,
  role_id uuid not null,
  account_id uuid not null,
  constraint role_member_pkey PRIMARY KEY (space_id, role_id, account_id),
  constraint role_member_role FOREIGN KEY (space_id, role_id) REFERENCES organization.role(space_id, id) ON DELETE CASCADE
);
alter table organization.role_member enable row level security;
alter table organization.role_member force row level security;
create policy in_space on organization.role_member to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select on organization.role_member to formwork_app;

-- ==== platform ====

create schema platform;
grant usage on schema platform to formwork_app;
grant usage on schema platform to formwork_dispatcher;

create table platform.audit (
  space_id text not null,
  seq bigint not null,
  event_id uuid not null,
  at timestamp with time zone not null,
  actor uuid,
  type text not null,
  subject text not null,
  request_id text not null,
  ip text not null,
  data jsonb not null,
  hash text not null,
  constraint audit_pkey PRIMARY KEY (space_id, seq),
  constraint audit_event_key UNIQUE (space_id, event_id)
);
alter table platform.audit enable row level security;
alter table platform.audit force row level security;
create policy dispatcher_writes on platform.audit to formwork_dispatcher using true with check true;
create policy in_space on platform.audit for select to formwork_app using (space_id = current_setting('app.space_id'::text, true));
grant select on platform.audit to formwork_app;
grant insert, select on platform.audit to formwork_dispatcher;

create table platform.event (
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null,
  space_id text not null,
  type text not null,
  subject text not null,
  actor uuid,
  at timestamp with time zone not null default now(),
  request_id text not null,
  ip text not null,
  data jsonb not null,
  constraint event_pkey PRIMARY KEY (xid, id)
);
alter table platform.event enable row level security;
alter table platform.event force row level security;
create policy dispatcher_reads on platform.event for select to formwork_dispatcher using true;
create policy in_space on platform.event to formwork_app using (space_id = current_setting('app.space_id'::text, true));
grant insert, select on platform.event to formwork_app;
grant select on platform.event to formwork_dispatcher;

create table platform.event_cursor (
  subscriber text not null,
  stream text not null,
  xid xid8 not null,
  id uuid not null,
  constraint event_cursor_pkey PRIMARY KEY (subscriber, stream)
);
grant insert, select, update on platform.event_cursor to formwork_dispatcher;

create table platform.failed_event (
  subscriber text not null,
  event_id uuid not null,
  space_id text not null,
  type text not null,
  error text not null,
  failed_at timestamp with time zone not null default now(),
  constraint failed_event_pkey PRIMARY KEY (subscriber, event_id)
);
alter table platform.failed_event enable row level security;
alter table platform.failed_event force row level security;
create policy dispatcher_writes on platform.failed_event to formwork_dispatcher using true with check true;
create policy in_space on platform.failed_event to formwork_app using (space_id = current_setting('app.space_id'::text, true));
grant select on platform.failed_event to formwork_app;
grant insert, select on platform.failed_event to formwork_dispatcher;

create table platform.job (
  space_id text not null,
  id uuid not null,
  kind text not null,
  state text not null default 'queued'::text,
  payload jsonb not null,
  done bigint not null default 0,
  total bigint not null default 0,
  result jsonb,
  error jsonb,
  created_by uuid not null,
  actor jsonb not null,
  request_id text not null,
  ip text not null,
  cancel_requested boolean not null default false,
  attempt integer not null default 0,
  run_id uuid,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint job_pkey PRIMARY KEY (space_id, id),
  constraint job_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX job_mine ON platform.job USING btree (space_id, created_by, created_at DESC);
CREATE INDEX job_old ON platform.job USING btree (space_id, finished_at) WHERE (finished_at IS NOT NULL);
alter table platform.job enable row level security;
alter table platform.job force row level security;
create policy in_space on platform.job to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on platform.job to formwork_app;

create table platform.migration (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table platform.outbox (
  space_id text not null,
  id uuid not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  state text not null default 'queued'::text,
  error text,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (space_id, id),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'kept'::text])))
);
CREATE INDEX outbox_latest ON platform.outbox USING btree (space_id, created_at DESC);
alter table platform.outbox enable row level security;
alter table platform.outbox force row level security;
create policy in_space on platform.outbox to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on platform.outbox to formwork_app;

create table platform.space_migration (
  space_id text not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint space_migration_pkey PRIMARY KEY (space_id, name)
);
alter table platform.space_migration enable row level security;
alter table platform.space_migration force row level security;
create policy in_space on platform.space_migration to public using (space_id = current_setting('app.space_id'::text, true));
grant select on platform.space_migration to formwork_app;

-- ==== space_ID ====

create schema space_ID;
grant usage on schema space_ID to formwork_app;
grant usage on schema space_ID to formwork_dispatcher;

create table space_ID.event (
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null,
  type text not null,
  subject text not null,
  actor uuid,
  at timestamp with time zone not null default now(),
  request_id text not null,
  ip text not null,
  data jsonb not null,
  constraint event_pkey PRIMARY KEY (xid, id)
);
grant insert, select on space_ID.event to formwork_app;
grant select on space_ID.event to formwork_dispatcher;

create table space_ID.records_bin (
  id uuid not null,
  form_id text not null,
  title text not null,
  record jsonb not null,
  deleted_by uuid,
  deleted_at timestamp with time zone not null default now(),
  constraint records_bin_pkey PRIMARY KEY (id)
);
CREATE INDEX records_bin_form ON space_ID.records_bin USING btree (form_id, deleted_at DESC);
grant delete, insert, select, update on space_ID.records_bin to formwork_app;

create table space_ID.records_counter (
  form_id text not null,
  field_id text not null,
  period text not null,
  value bigint not null,
  constraint records_counter_pkey PRIMARY KEY (form_id, field_id, period)
);
grant delete, insert, select, update on space_ID.records_counter to formwork_app;

create table space_ID.records_grant (
  record_id uuid not null,
  user_id uuid not null,
  origin text not null,
  form_id text not null,
  level text not null,
  granted_by uuid,
  granted_at timestamp with time zone not null default now(),
  hidden text[] not null default '{}'::text[],
  constraint records_grant_pkey PRIMARY KEY (record_id, user_id, origin),
  constraint records_grant_level_check CHECK ((level = ANY (ARRAY['view'::text, 'modify'::text, 'delete'::text, 'monitor'::text])))
);
CREATE INDEX records_grant_masked ON space_ID.records_grant USING btree (user_id, form_id) WHERE (hidden <> '{}'::text[]);
CREATE INDEX records_grant_user ON space_ID.records_grant USING btree (user_id, form_id, record_id);
grant delete, insert, select, update on space_ID.records_grant to formwork_app;

create table space_ID.records_history (
  record_id uuid not null,
  id uuid not null,
  form_id text not null,
  version integer not null,
  kind text not null,
  actor uuid,
  at timestamp with time zone not null,
  changes jsonb not null,
  slaves jsonb,
  constraint records_history_pkey PRIMARY KEY (record_id, id),
  constraint records_history_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text, 'imported'::text, 'process'::text])))
);
grant insert, select on space_ID.records_history to formwork_app;

create table space_ID.records_import (
  id uuid not null,
  sheet_id uuid not null,
  form_id text not null,
  job_id text,
  reading jsonb not null,
  mapping jsonb not null,
  state text not null,
  cancel boolean not null default false,
  batch integer not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  imported integer not null default 0,
  failed integer not null default 0,
  failures jsonb not null default '[]'::jsonb,
  error text,
  started_by uuid not null,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint records_import_pkey PRIMARY KEY (id),
  constraint records_import_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'finished'::text, 'cancelled'::text, 'failed'::text])))
);
grant delete, insert, select, update on space_ID.records_import to formwork_app;

create table space_ID.records_sheet (
  id uuid not null,
  file_key text not null,
  file_name text not null,
  size bigint not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null default now(),
  constraint records_sheet_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on space_ID.records_sheet to formwork_app;

create table space_ID.workflow_actor (
  id uuid not null,
  instance_id uuid not null,
  task uuid not null,
  person uuid not null,
  state text not null,
  origin text not null,
  slot uuid not null,
  "order" integer not null,
  step integer not null,
  weight double precision not null,
  auto boolean not null,
  received_at timestamp with time zone,
  acted_at timestamp with time zone,
  comment text,
  signature text,
  constraint workflow_actor_pkey PRIMARY KEY (id),
  constraint workflow_actor_origin_check CHECK ((origin = ANY (ARRAY['direct'::text, 'transferred'::text, 'added'::text, 'administrator'::text]))),
  constraint workflow_actor_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'pending'::text, 'done'::text, 'returned'::text, 'transferred'::text, 'retrieved'::text, 'closed'::text])))
);
CREATE INDEX workflow_actor_handled ON space_ID.workflow_actor USING btree (person, acted_at, id) WHERE ((acted_at IS NOT NULL) AND (NOT auto));
CREATE INDEX workflow_actor_instance ON space_ID.workflow_actor USING btree (instance_id);
CREATE UNIQUE INDEX workflow_actor_part ON space_ID.workflow_actor USING btree (task, person) WHERE (state = ANY (ARRAY['waiting'::text, 'pending'::text, 'done'::text]));
CREATE INDEX workflow_actor_todo ON space_ID.workflow_actor USING btree (person, received_at, id) WHERE (state = 'pending'::text);
grant insert, select, update on space_ID.workflow_actor to formwork_app;

create table space_ID.workflow_arrival (
  id uuid not null,
  instance_id uuid not null,
  node text not null,
  edge text not null,
  execution uuid not null,
  round integer not null,
  state text not null,
  constraint workflow_arrival_pkey PRIMARY KEY (id),
  constraint workflow_arrival_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'consumed'::text, 'cleared'::text])))
);
CREATE INDEX workflow_arrival_instance ON space_ID.workflow_arrival USING btree (instance_id);
CREATE UNIQUE INDEX workflow_arrival_once ON space_ID.workflow_arrival USING btree (execution, node, edge, round) WHERE (state = 'waiting'::text);
grant insert, select, update on space_ID.workflow_arrival to formwork_app;

create table space_ID.workflow_command (
  id uuid not null,
  instance_id uuid not null,
  person uuid not null,
  kind text not null,
  answer json,
  at timestamp with time zone not null default now(),
  constraint workflow_command_pkey PRIMARY KEY (id)
);
grant insert, select, update on space_ID.workflow_command to formwork_app;

create table space_ID.workflow_copy (
  id uuid not null,
  instance_id uuid not null,
  node text,
  person uuid not null,
  from_person uuid,
  message text not null,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint workflow_copy_pkey PRIMARY KEY (id)
);
CREATE INDEX workflow_copy_instance ON space_ID.workflow_copy USING btree (instance_id);
CREATE INDEX workflow_copy_person ON space_ID.workflow_copy USING btree (person, at, id);
grant insert, select, update on space_ID.workflow_copy to formwork_app;

create table space_ID.workflow_event (
  id uuid not null,
  instance_id uuid not null,
  version integer not null,
  "position" integer not null,
  at timestamp with time zone not null,
  kind text not null,
  actor uuid,
  node text,
  task uuid,
  round integer,
  comment text,
  target text,
  persons uuid[] not null,
  took bigint,
  terminal text not null,
  constraint workflow_event_pkey PRIMARY KEY (id),
  constraint workflow_event_place_key UNIQUE (instance_id, version, "position")
);
grant insert, select on space_ID.workflow_event to formwork_app;

create table space_ID.workflow_execution (
  id uuid not null,
  instance_id uuid not null,
  parent uuid,
  node text not null,
  state text not null,
  back text[] not null,
  causes uuid[] not null,
  constraint workflow_execution_pkey PRIMARY KEY (id),
  constraint workflow_execution_state_check CHECK ((state = ANY (ARRAY['active'::text, 'split'::text, 'arrived'::text, 'ended'::text, 'cancelled'::text])))
);
CREATE INDEX workflow_execution_instance ON space_ID.workflow_execution USING btree (instance_id);
grant insert, select, update on space_ID.workflow_execution to formwork_app;

create table space_ID.workflow_instance (
  id uuid not null,
  form_id text not null,
  app_id text not null,
  record_id uuid not null,
  release integer not null,
  state text not null,
  version integer not null,
  initiator uuid not null,
  title text not null,
  form_title jsonb not null,
  nodes jsonb not null default '[]'::jsonb,
  executors uuid[] not null default '{}'::uuid[],
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  stopped_by uuid,
  constraint workflow_instance_pkey PRIMARY KEY (id),
  constraint workflow_instance_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'finished'::text, 'interrupted'::text, 'invalid'::text])))
);
CREATE INDEX workflow_instance_initiator ON space_ID.workflow_instance USING btree (initiator, started_at, id);
CREATE UNIQUE INDEX workflow_instance_living ON space_ID.workflow_instance USING btree (record_id) WHERE (state = ANY (ARRAY['processing'::text, 'interrupted'::text]));
CREATE INDEX workflow_instance_record ON space_ID.workflow_instance USING btree (record_id, started_at);
grant insert, select, update on space_ID.workflow_instance to formwork_app;

create table space_ID.workflow_task (
  id uuid not null,
  instance_id uuid not null,
  execution uuid not null,
  node text not null,
  round integer not null,
  state text not null,
  version integer not null,
  opened_in integer not null,
  closed_in integer,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  back text[] not null,
  causes uuid[] not null,
  returned_by uuid,
  return_reason text,
  changed_by uuid,
  changed_at timestamp with time zone not null,
  changed_how text not null,
  constraint workflow_task_pkey PRIMARY KEY (id),
  constraint workflow_task_round_key UNIQUE (instance_id, node, round),
  constraint workflow_task_state_check CHECK ((state = ANY (ARRAY['open'::text, 'completed'::text, 'returned'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX workflow_task_open ON space_ID.workflow_task USING btree (execution) WHERE (state = 'open'::text);
grant insert, select, update on space_ID.workflow_task to formwork_app;

-- ==== workflow ====

create schema workflow;
grant usage on schema workflow to formwork_app;

create table workflow.definition (
  space_id text not null,
  form_id text not null,
  version integer not null,
  graph jsonb not null,
  released integer,
  saved_by uuid not null,
  saved_at timestamp with time zone not null default now(),
  constraint workflow_definition_pkey PRIMARY KEY (space_id, form_id)
);
alter table workflow.definition enable row level security;
alter table workflow.definition force row level security;
create policy in_space on workflow.definition to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on workflow.definition to formwork_app;

create table workflow.release (
  space_id text not null,
  form_id text not null,
  number integer not null,
  graph jsonb not null,
  note text not null,
  released_by uuid not null,
  released_at timestamp with time zone not null default now(),
  constraint release_pkey PRIMARY KEY (space_id, form_id, number)
);
alter table workflow.release enable row level security;
alter table workflow.release force row level security;
create policy in_space on workflow.release to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select on workflow.release to formwork_app;
