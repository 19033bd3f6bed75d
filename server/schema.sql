-- The schema after every migration. Written by `npm run check -- --write`, never by hand.

create role formwork_app;
create role formwork_backup;
create role formwork_dispatcher;
create extension btree_gist schema platform;
create extension fuzzystrmatch schema platform;
create extension pg_stat_statements schema public;

-- ==== agents ====

create schema agents;
grant usage on schema agents to formwork_app;
grant usage on schema agents to formwork_backup;

create table agents.delegation (
  space_id text not null,
  id uuid not null,
  principal_id uuid not null,
  agent_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  app_ids text[],
  permissions text[] not null,
  recycled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint delegation_pkey PRIMARY KEY (space_id, id),
  constraint delegation_check CHECK ((principal_id <> agent_id)),
  constraint delegation_check1 CHECK ((ends_at > starts_at))
);
CREATE INDEX delegation_agent ON agents.delegation USING btree (space_id, agent_id, created_at DESC);
CREATE INDEX delegation_principal ON agents.delegation USING btree (space_id, principal_id, created_at DESC);
alter table agents.delegation enable row level security;
alter table agents.delegation force row level security;
create policy backup_reads on agents.delegation for select to formwork_backup using true;
create policy in_space on agents.delegation to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on agents.delegation to formwork_app;
grant select on agents.delegation to formwork_backup;

-- ==== basedata ====

create schema basedata;
grant usage on schema basedata to formwork_app;
grant usage on schema basedata to formwork_backup;

create table basedata.dictionary (
  space_id text not null,
  id uuid not null,
  code text not null,
  title jsonb not null,
  tree boolean not null,
  disabled boolean not null default false,
  constraint dictionary_pkey PRIMARY KEY (space_id, id)
);
CREATE UNIQUE INDEX dictionary_code_key ON basedata.dictionary USING btree (space_id, code);
alter table basedata.dictionary enable row level security;
alter table basedata.dictionary force row level security;
create policy backup_reads on basedata.dictionary for select to formwork_backup using true;
create policy in_space on basedata.dictionary to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on basedata.dictionary to formwork_app;
grant select on basedata.dictionary to formwork_backup;

create table basedata.dictionary_item (
  space_id text not null,
  id uuid not null,
  dictionary_id uuid not null,
  parent_id uuid,
  code text not null,
  label jsonb not null,
  color text,
  disabled boolean not null default false,
  "position" double precision not null default 0,
  constraint dictionary_item_pkey PRIMARY KEY (space_id, id),
  constraint dictionary_item_dictionary_fkey FOREIGN KEY (space_id, dictionary_id) REFERENCES basedata.dictionary(space_id, id) ON DELETE CASCADE,
  constraint dictionary_item_parent_fkey FOREIGN KEY (space_id, parent_id) REFERENCES basedata.dictionary_item(space_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX dictionary_item_code_key ON basedata.dictionary_item USING btree (space_id, dictionary_id, code);
CREATE INDEX dictionary_item_parent ON basedata.dictionary_item USING btree (space_id, parent_id);
alter table basedata.dictionary_item enable row level security;
alter table basedata.dictionary_item force row level security;
create policy backup_reads on basedata.dictionary_item for select to formwork_backup using true;
create policy in_space on basedata.dictionary_item to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on basedata.dictionary_item to formwork_app;
grant select on basedata.dictionary_item to formwork_backup;

create table basedata.holiday (
  space_id text not null,
  day text not null,
  name text not null,
  off boolean not null,
  constraint holiday_pkey PRIMARY KEY (space_id, day),
  constraint holiday_day_check CHECK ((day ~ '^\d{4}-\d{2}-\d{2}$'::text))
);
alter table basedata.holiday enable row level security;
alter table basedata.holiday force row level security;
create policy backup_reads on basedata.holiday for select to formwork_backup using true;
create policy in_space on basedata.holiday to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on basedata.holiday to formwork_app;
grant select on basedata.holiday to formwork_backup;

create table basedata.quantity (
  space_id text not null,
  id uuid not null,
  title jsonb not null,
  units jsonb not null,
  "position" double precision not null default 0,
  constraint quantity_pkey PRIMARY KEY (space_id, id)
);
alter table basedata.quantity enable row level security;
alter table basedata.quantity force row level security;
create policy backup_reads on basedata.quantity for select to formwork_backup using true;
create policy in_space on basedata.quantity to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on basedata.quantity to formwork_app;
grant select on basedata.quantity to formwork_backup;

create table basedata.region (
  space_id text not null,
  code text not null,
  parent_code text,
  name text not null,
  name_en text not null default ''::text,
  constraint region_pkey PRIMARY KEY (space_id, code)
);
CREATE INDEX region_parent ON basedata.region USING btree (space_id, parent_code, code);
alter table basedata.region enable row level security;
alter table basedata.region force row level security;
create policy backup_reads on basedata.region for select to formwork_backup using true;
create policy in_space on basedata.region to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on basedata.region to formwork_app;
grant select on basedata.region to formwork_backup;

-- ==== connections ====

create schema connections;
grant usage on schema connections to formwork_app;
grant usage on schema connections to formwork_backup;

create table connections.connection (
  space_id text not null,
  id uuid not null,
  kind text not null,
  name text not null,
  folder uuid,
  settings jsonb not null,
  sealed text,
  key_id text,
  secrets text[] not null default '{}'::text[],
  state text not null default 'untested'::text,
  tested_at timestamp with time zone,
  test_code text,
  test_data jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint connection_pkey PRIMARY KEY (space_id, id),
  constraint connection_state_check CHECK ((state = ANY (ARRAY['untested'::text, 'works'::text, 'fails'::text])))
);
CREATE INDEX connection_kind ON connections.connection USING btree (space_id, kind);
CREATE UNIQUE INDEX connection_name_key ON connections.connection USING btree (space_id, lower(name));
alter table connections.connection enable row level security;
alter table connections.connection force row level security;
create policy backup_reads on connections.connection for select to formwork_backup using true;
create policy in_space on connections.connection to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on connections.connection to formwork_app;
grant select on connections.connection to formwork_backup;

-- ==== console ====

create schema console;
grant usage on schema console to formwork_app;
grant usage on schema console to formwork_backup;

create table console.nav_entry (
  space_id text not null,
  id uuid not null,
  terminal text not null,
  parent_id uuid,
  tab boolean not null,
  target jsonb not null,
  title jsonb,
  icon text,
  new_window boolean not null,
  hidden boolean not null,
  roles uuid[] not null,
  role_groups uuid[] not null,
  "position" double precision not null,
  constraint nav_entry_pkey PRIMARY KEY (space_id, id),
  constraint nav_entry_parent_fkey FOREIGN KEY (space_id, parent_id) REFERENCES console.nav_entry(space_id, id) ON DELETE CASCADE,
  constraint nav_entry_terminal_check CHECK ((terminal = ANY (ARRAY['web'::text, 'phone'::text])))
);
CREATE INDEX nav_entry_parent ON console.nav_entry USING btree (space_id, parent_id);
alter table console.nav_entry enable row level security;
alter table console.nav_entry force row level security;
create policy backup_reads on console.nav_entry for select to formwork_backup using true;
create policy in_space on console.nav_entry to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on console.nav_entry to formwork_app;
grant select on console.nav_entry to formwork_backup;

-- ==== definitions ====

create schema definitions;
grant usage on schema definitions to formwork_app;
grant usage on schema definitions to formwork_backup;

create table definitions.access_rule (
  space_id text not null,
  area text not null,
  id uuid not null,
  on_folder uuid,
  on_kind text,
  on_id text,
  "position" integer not null,
  subject_kind text not null,
  subject_id text,
  subject_below boolean not null default false,
  effect text not null,
  level text not null,
  until timestamp with time zone,
  constraint access_rule_pkey PRIMARY KEY (space_id, area, id),
  constraint access_rule_check CHECK ((((on_kind IS NULL) = (on_id IS NULL)) AND ((on_folder IS NULL) OR (on_id IS NULL)))),
  constraint access_rule_effect_check CHECK ((effect = ANY (ARRAY['grant'::text, 'refuse'::text]))),
  constraint access_rule_level_check CHECK ((level = ANY (ARRAY['see'::text, 'use'::text, 'edit'::text, 'own'::text]))),
  constraint rule_definition FOREIGN KEY (space_id, on_kind, on_id) REFERENCES definitions.definition(space_id, kind, id) ON DELETE CASCADE,
  constraint rule_folder FOREIGN KEY (space_id, area, on_folder) REFERENCES definitions.folder(space_id, area, id) ON DELETE CASCADE
);
CREATE INDEX rule_on_definition ON definitions.access_rule USING btree (space_id, on_kind, on_id) WHERE (on_id IS NOT NULL);
CREATE INDEX rule_on_folder ON definitions.access_rule USING btree (space_id, area, on_folder);
alter table definitions.access_rule enable row level security;
alter table definitions.access_rule force row level security;
create policy backup_reads on definitions.access_rule for select to formwork_backup using true;
create policy in_space on definitions.access_rule to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on definitions.access_rule to formwork_app;
grant select on definitions.access_rule to formwork_backup;

create table definitions.change (
  space_id text not null,
  kind text not null,
  id text not null,
  version integer not null,
  client uuid not null,
  seq integer not null,
  actor uuid not null,
  at timestamp with time zone not null default now(),
  ops jsonb not null,
  lost integer[] not null default '{}'::integer[],
  constraint change_pkey PRIMARY KEY (space_id, kind, id, version),
  constraint change_definition FOREIGN KEY (space_id, kind, id) REFERENCES definitions.definition(space_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX change_at ON definitions.change USING btree (space_id, at);
CREATE UNIQUE INDEX change_command ON definitions.change USING btree (space_id, kind, id, client, seq);
alter table definitions.change enable row level security;
alter table definitions.change force row level security;
create policy backup_reads on definitions.change for select to formwork_backup using true;
create policy in_space on definitions.change to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on definitions.change to formwork_app;
grant select on definitions.change to formwork_backup;

create table definitions.definition (
  space_id text not null,
  kind text not null,
  id text not null,
  area text not null,
  app_id text,
  folder uuid,
  owner uuid,
  name jsonb not null,
  tags text[] not null default '{}'::text[],
  words text generated always as (lower((((name ->> 'zh'::text) || ' '::text) || COALESCE((name ->> 'en'::text), ''::text)))),
  draft jsonb not null,
  format integer not null,
  version integer not null default 1,
  saved_by uuid not null,
  saved_at timestamp with time zone not null default now(),
  released integer,
  released_version integer,
  enabled boolean not null default true,
  off_because text,
  archived_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint definition_pkey PRIMARY KEY (space_id, kind, id),
  constraint definition_folder FOREIGN KEY (space_id, area, folder) REFERENCES definitions.folder(space_id, area, id)
);
CREATE INDEX definition_app ON definitions.definition USING btree (space_id, app_id, kind) WHERE (app_id IS NOT NULL);
CREATE INDEX definition_archived ON definitions.definition USING btree (space_id, archived_at) WHERE (archived_at IS NOT NULL);
CREATE INDEX definition_in_folder ON definitions.definition USING btree (space_id, kind, folder, saved_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX definition_made ON definitions.definition USING btree (space_id, created_by, kind);
CREATE INDEX definition_saved ON definitions.definition USING btree (space_id, kind, saved_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX definition_words ON definitions.definition USING btree (space_id, kind, words);
alter table definitions.definition enable row level security;
alter table definitions.definition force row level security;
create policy backup_reads on definitions.definition for select to formwork_backup using true;
create policy in_space on definitions.definition to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on definitions.definition to formwork_app;
grant select on definitions.definition to formwork_backup;

create table definitions.favourite (
  space_id text not null,
  person uuid not null,
  kind text not null,
  id text not null,
  at timestamp with time zone not null default now(),
  constraint favourite_pkey PRIMARY KEY (space_id, person, kind, id),
  constraint favourite_definition FOREIGN KEY (space_id, kind, id) REFERENCES definitions.definition(space_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX favourite_of ON definitions.favourite USING btree (space_id, kind, id);
alter table definitions.favourite enable row level security;
alter table definitions.favourite force row level security;
create policy backup_reads on definitions.favourite for select to formwork_backup using true;
create policy in_space on definitions.favourite to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on definitions.favourite to formwork_app;
grant select on definitions.favourite to formwork_backup;

create table definitions.folder (
  space_id text not null,
  area text not null,
  id uuid not null,
  parent uuid,
  path uuid[] not null default '{}'::uuid[],
  name text not null,
  "position" integer not null default 0,
  constraint folder_pkey PRIMARY KEY (space_id, area, id),
  constraint folder_parent FOREIGN KEY (space_id, area, parent) REFERENCES definitions.folder(space_id, area, id)
);
CREATE UNIQUE INDEX folder_name_key ON definitions.folder USING btree (space_id, area, COALESCE((parent)::text, ''::text), lower(name));
alter table definitions.folder enable row level security;
alter table definitions.folder force row level security;
create policy backup_reads on definitions.folder for select to formwork_backup using true;
create policy in_space on definitions.folder to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on definitions.folder to formwork_app;
grant select on definitions.folder to formwork_backup;

create table definitions.reference (
  space_id text not null,
  from_kind text not null,
  from_id text not null,
  of text not null,
  from_part text not null,
  to_kind text not null,
  to_id text not null,
  to_part text not null,
  how text not null,
  constraint reference_pkey PRIMARY KEY (space_id, from_kind, from_id, of, from_part, to_kind, to_id, to_part),
  constraint reference_definition FOREIGN KEY (space_id, from_kind, from_id) REFERENCES definitions.definition(space_id, kind, id) ON DELETE CASCADE,
  constraint reference_how_check CHECK ((how = ANY (ARRAY['refuse'::text, 'warn'::text]))),
  constraint reference_of_check CHECK ((of = ANY (ARRAY['draft'::text, 'release'::text])))
);
CREATE INDEX reference_to ON definitions.reference USING btree (space_id, to_kind, to_id, to_part);
alter table definitions.reference enable row level security;
alter table definitions.reference force row level security;
create policy backup_reads on definitions.reference for select to formwork_backup using true;
create policy in_space on definitions.reference to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on definitions.reference to formwork_app;
grant select on definitions.reference to formwork_backup;

create table definitions.release (
  space_id text not null,
  kind text not null,
  id text not null,
  number integer not null,
  body jsonb not null,
  format integer not null,
  note text not null default ''::text,
  released_by uuid not null,
  released_at timestamp with time zone not null default now(),
  constraint release_pkey PRIMARY KEY (space_id, kind, id, number),
  constraint release_definition FOREIGN KEY (space_id, kind, id) REFERENCES definitions.definition(space_id, kind, id) ON DELETE CASCADE
);
alter table definitions.release enable row level security;
alter table definitions.release force row level security;
create policy backup_reads on definitions.release for select to formwork_backup using true;
create policy in_space on definitions.release to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select on definitions.release to formwork_app;
grant select on definitions.release to formwork_backup;

-- ==== developer ====

create schema developer;
grant usage on schema developer to formwork_app;
grant usage on schema developer to formwork_backup;

create table developer."authorization" (
  space_id text not null,
  account_id uuid not null,
  state text not null,
  reason text not null,
  applied_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by uuid,
  answer text not null default ''::text,
  token_hash text,
  token_end text,
  token_issued_at timestamp with time zone,
  token_used_at timestamp with time zone,
  token_expires_at timestamp with time zone,
  constraint authorization_pkey PRIMARY KEY (space_id, account_id),
  constraint authorization_check CHECK (((token_hash IS NULL) OR (state = 'approved'::text))),
  constraint authorization_check1 CHECK (((token_hash IS NULL) OR (token_expires_at IS NOT NULL))),
  constraint authorization_state_check CHECK ((state = ANY (ARRAY['under_review'::text, 'rejected'::text, 'approved'::text])))
);
CREATE INDEX authorization_newest ON developer."authorization" USING btree (space_id, state, applied_at DESC);
CREATE UNIQUE INDEX authorization_token_key ON developer."authorization" USING btree (token_hash);
alter table developer."authorization" enable row level security;
alter table developer."authorization" force row level security;
create policy backup_reads on developer."authorization" for select to formwork_backup using true;
create policy by_token on developer."authorization" for select to public using (token_hash = current_setting('app.token_hash'::text, true));
create policy in_space on developer."authorization" to public using (space_id = current_setting('app.space_id'::text, true));
create policy own on developer."authorization" for select to public using ((account_id)::text = current_setting('app.account_id'::text, true));
grant insert, select, update on developer."authorization" to formwork_app;
grant select on developer."authorization" to formwork_backup;

-- ==== enterprise ====

create schema enterprise;
grant usage on schema enterprise to formwork_app;
grant usage on schema enterprise to formwork_backup;
grant usage on schema enterprise to formwork_dispatcher;

create table enterprise.setting (
  space_id text not null,
  name text not null,
  value jsonb not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint setting_pkey PRIMARY KEY (space_id, name),
  constraint setting_name_check CHECK ((name = ANY (ARRAY['info'::text, 'theme'::text, 'logo'::text, 'watermark'::text, 'work_time'::text, 'scanning'::text, 'app_menus'::text, 'style'::text])))
);
alter table enterprise.setting enable row level security;
alter table enterprise.setting force row level security;
create policy backup_reads on enterprise.setting for select to formwork_backup using true;
create policy dispatcher_reads_zones on enterprise.setting for select to formwork_dispatcher using (name = 'work_time'::text);
create policy in_space on enterprise.setting to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on enterprise.setting to formwork_app;
grant select on enterprise.setting to formwork_backup;
grant select (name, space_id, value) on enterprise.setting to formwork_dispatcher;

-- ==== etl ====

create schema etl;
grant usage on schema etl to formwork_app;
grant usage on schema etl to formwork_backup;

create table etl.exchange_delivery (
  space_id text not null,
  id uuid not null,
  request uuid not null,
  asker text not null,
  run uuid not null,
  at timestamp with time zone not null,
  ms integer not null,
  rows bigint not null,
  bytes bigint not null,
  code text,
  constraint exchange_delivery_pkey PRIMARY KEY (space_id, id)
);
CREATE INDEX exchange_delivery_asker ON etl.exchange_delivery USING btree (asker, request, at DESC);
CREATE INDEX exchange_delivery_request ON etl.exchange_delivery USING btree (space_id, request, at DESC);
alter table etl.exchange_delivery enable row level security;
alter table etl.exchange_delivery force row level security;
create policy asker_reads on etl.exchange_delivery for select to public using (asker = current_setting('app.space_id'::text, true));
create policy backup_reads on etl.exchange_delivery for select to formwork_backup using true;
create policy in_space on etl.exchange_delivery to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select on etl.exchange_delivery to formwork_app;
grant select on etl.exchange_delivery to formwork_backup;

create table etl.exchange_meter (
  space_id text not null,
  request uuid not null,
  day date not null,
  way text not null,
  asker text not null,
  deliveries integer not null,
  rows bigint not null,
  bytes bigint not null,
  constraint exchange_meter_pkey PRIMARY KEY (space_id, request, day, way),
  constraint exchange_meter_way_check CHECK ((way = ANY (ARRAY['task'::text, 'api'::text])))
);
CREATE INDEX exchange_meter_asker ON etl.exchange_meter USING btree (asker, request);
alter table etl.exchange_meter enable row level security;
alter table etl.exchange_meter force row level security;
create policy asker_reads on etl.exchange_meter for select to public using (asker = current_setting('app.space_id'::text, true));
create policy backup_reads on etl.exchange_meter for select to formwork_backup using true;
create policy in_space on etl.exchange_meter to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on etl.exchange_meter to formwork_app;
grant select on etl.exchange_meter to formwork_backup;

create table etl.exchange_request (
  space_id text not null,
  id uuid not null,
  provider text not null,
  offer uuid not null,
  title text not null,
  terms text not null,
  reason text not null,
  until date,
  state text not null,
  note text not null default ''::text,
  ended_by text,
  asked_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  constraint exchange_request_pkey PRIMARY KEY (space_id, id),
  constraint exchange_request_check CHECK ((provider <> space_id)),
  constraint exchange_request_ended_by_check CHECK ((ended_by = ANY (ARRAY['asker'::text, 'provider'::text]))),
  constraint exchange_request_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'suspended'::text, 'refused'::text, 'ended'::text])))
);
CREATE UNIQUE INDEX exchange_request_open_key ON etl.exchange_request USING btree (space_id, provider, offer) WHERE (state = ANY (ARRAY['requested'::text, 'approved'::text, 'suspended'::text]));
CREATE INDEX exchange_request_received ON etl.exchange_request USING btree (provider, asked_at DESC);
alter table etl.exchange_request enable row level security;
alter table etl.exchange_request force row level security;
create policy backup_reads on etl.exchange_request for select to formwork_backup using true;
create policy in_space on etl.exchange_request to public using (space_id = current_setting('app.space_id'::text, true));
create policy provider_decides on etl.exchange_request for update to public using (provider = current_setting('app.space_id'::text, true)) with check (provider = current_setting('app.space_id'::text, true));
create policy provider_reads on etl.exchange_request for select to public using (provider = current_setting('app.space_id'::text, true));
grant insert, select, update on etl.exchange_request to formwork_app;
grant select on etl.exchange_request to formwork_backup;

create table etl.offer (
  space_id text not null,
  id uuid not null,
  body jsonb not null,
  live jsonb,
  state text not null,
  person uuid not null,
  changed_at timestamp with time zone not null default now(),
  offered_at timestamp with time zone,
  constraint offer_pkey PRIMARY KEY (space_id, id),
  constraint offer_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'offered'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX offer_title_key ON etl.offer USING btree (space_id, lower((body ->> 'title'::text)));
alter table etl.offer enable row level security;
alter table etl.offer force row level security;
create policy backup_reads on etl.offer for select to formwork_backup using true;
create policy in_space on etl.offer to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on etl.offer to formwork_app;
grant select on etl.offer to formwork_backup;

create table etl.offer_shown (
  space_id text not null,
  id uuid not null,
  provider_name text not null,
  title text not null,
  about text not null,
  terms text not null,
  sample jsonb not null,
  ordered_by text not null,
  ways text[] not null,
  every_minutes integer,
  rows_per_day bigint,
  audience text[],
  offered_at timestamp with time zone not null,
  constraint offer_shown_pkey PRIMARY KEY (space_id, id)
);
CREATE INDEX offer_shown_newest ON etl.offer_shown USING btree (offered_at DESC);
alter table etl.offer_shown enable row level security;
alter table etl.offer_shown force row level security;
create policy backup_reads on etl.offer_shown for select to formwork_backup using true;
create policy in_space on etl.offer_shown to public using (space_id = current_setting('app.space_id'::text, true));
create policy offered_to on etl.offer_shown for select to public using ((current_setting('app.space_id'::text, true) <> ''::text) AND ((audience IS NULL) OR (current_setting('app.space_id'::text, true) = ANY (audience))));
grant delete, insert, select, update on etl.offer_shown to formwork_app;
grant select on etl.offer_shown to formwork_backup;

create table etl.query (
  space_id text not null,
  id uuid not null,
  person uuid not null,
  source text not null,
  name text,
  sql text not null,
  at timestamp with time zone not null default now(),
  ms integer,
  rows integer,
  error text,
  version integer not null default 1,
  constraint query_pkey PRIMARY KEY (space_id, id)
);
CREATE INDEX query_history ON etl.query USING btree (space_id, person, at DESC);
CREATE UNIQUE INDEX query_name_key ON etl.query USING btree (space_id, person, source, lower(name)) WHERE (name IS NOT NULL);
alter table etl.query enable row level security;
alter table etl.query force row level security;
create policy backup_reads on etl.query for select to formwork_backup using true;
create policy in_space on etl.query to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on etl.query to formwork_app;
grant select on etl.query to formwork_backup;

-- ==== feel ====

create schema feel;
grant usage on schema feel to formwork_app;
grant usage on schema feel to formwork_backup;

CREATE OR REPLACE FUNCTION feel."json_object"(given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case jsonb_typeof(given) when 'object' then given end
$function$

grant execute on function feel."json_object"(jsonb) to public;

CREATE OR REPLACE FUNCTION feel."substring"(given text, start numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select feel.substring(given, start, char_length(given))
$function$

grant execute on function feel."substring"(text,numeric) to public;

CREATE OR REPLACE FUNCTION feel."substring"(given text, start numeric, count numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when trunc(start) = 0 or abs(trunc(start)) > char_length(given) or trunc(count) not between 1 and 9007199254740991 then null
    else substr(given, (case when start > 0 then trunc(start) else char_length(given) + trunc(start) + 1 end)::integer, least(trunc(count), char_length(given))::integer) end
$function$

grant execute on function feel."substring"(text,numeric,numeric) to public;

CREATE OR REPLACE FUNCTION feel.add(a numeric, b numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select feel.fit(a + b) $function$

grant execute on function feel.add(numeric,numeric) to public;

CREATE OR REPLACE FUNCTION feel.after(given text, mark text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when strpos(given, mark) = 0 then '' else substr(given, strpos(given, mark) + char_length(mark)) end
$function$

grant execute on function feel.after(text,text) to public;

CREATE OR REPLACE FUNCTION feel.before(given text, mark text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select left(given, greatest(strpos(given, mark) - 1, 0))
$function$

grant execute on function feel.before(text,text) to public;

CREATE OR REPLACE FUNCTION feel.date_text(day date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when day >= '0001-01-01' then to_char(day, 'YYYY-MM-DD')
    else case when feel.year(day) < 0 then '-' else '' end || lpad(abs(feel.year(day))::text, 4, '0') || to_char(day, '-MM-DD') end
$function$

grant execute on function feel.date_text(date) to public;

CREATE OR REPLACE FUNCTION feel.divide(a numeric, b numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  shift integer;
  top numeric;
  whole numeric;
begin
  if b = 0 then return null; end if;
  if a = 0 then return 0; end if;
  -- enough digits that one beyond the precision is sure; a remainder only has to be felt, not kept
  shift := 36 + feel.exponent(b) - feel.exponent(a);
  top := a * ('1e' || shift)::numeric;
  whole := div(top, b);
  if whole * b <> top then
    whole := whole * 10 + sign(a) * sign(b);
    shift := shift + 1;
  end if;
  return feel.fit(whole * ('1e' || -shift)::numeric);
end
$function$

grant execute on function feel.divide(numeric,numeric) to public;

CREATE OR REPLACE FUNCTION feel.exponent(n numeric)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when abs(n) >= 1 then length(trunc(abs(n))::text) - 1 else -1 - length(substring(n::text from '\.(0*)')) end
$function$

grant execute on function feel.exponent(numeric) to public;

CREATE OR REPLACE FUNCTION feel.fit(n numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  at integer;
  places integer;
  cut numeric;
  unit numeric;
  rest numeric;
begin
  if scale(n) <= 18 and n between -9999999999999999 and 9999999999999999 then return n; end if;
  if n = 0 then return 0; end if;
  if n in ('NaN', 'Infinity', '-Infinity') then return null; end if;
  at := feel.exponent(n);
  places := 33 - at;
  if scale(n) > places then
    cut := trunc(n, places);
    unit := ('1e' || -places)::numeric;
    rest := abs(n - cut) * 2;
    n := case when rest > unit or (rest = unit and mod(cut * ('1e' || places)::numeric, 2) <> 0) then cut + sign(n) * unit else cut end;
  end if;
  if at >= 6144 and abs(n) >= '1e6145'::numeric then return null; end if;
  return case when at < -6176 and abs(n) < '1e-6176'::numeric then 0 else n end;
end
$function$

grant execute on function feel.fit(numeric) to public;

CREATE OR REPLACE FUNCTION feel.items(given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case jsonb_typeof(given) when 'array' then given when 'null' then null else jsonb_build_array(given) end
$function$

grant execute on function feel.items(jsonb) to public;

CREATE OR REPLACE FUNCTION feel.json_boolean(given jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case jsonb_typeof(given) when 'boolean' then given::boolean end
$function$

grant execute on function feel.json_boolean(jsonb) to public;

CREATE OR REPLACE FUNCTION feel.json_date(given jsonb)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  select case when given #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T|$)' and pg_input_is_valid(left(given #>> '{}', 10), 'date') then left(given #>> '{}', 10)::date end
$function$

grant execute on function feel.json_date(jsonb) to public;

CREATE OR REPLACE FUNCTION feel.json_number(given jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case jsonb_typeof(given) when 'number' then feel.fit(given::numeric) when 'string' then feel.read_number(given #>> '{}') end
$function$

grant execute on function feel.json_number(jsonb) to public;

CREATE OR REPLACE FUNCTION feel.json_text(given jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case jsonb_typeof(given) when 'string' then given #>> '{}' when 'number' then trim_scale(given::numeric)::text when 'boolean' then given #>> '{}' end
$function$

grant execute on function feel.json_text(jsonb) to public;

CREATE OR REPLACE FUNCTION feel.make_date(year numeric, month numeric, day numeric)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when year = trunc(year) and month = trunc(month) and day = trunc(day) and year between 1 and 294000 and month between 1 and 12
    and day between 1 and extract(day from make_date(year::integer, month::integer, 1) + interval '1 month - 1 day')
    then make_date(year::integer, month::integer, day::integer) end
$function$

grant execute on function feel.make_date(numeric,numeric,numeric) to public;

CREATE OR REPLACE FUNCTION feel.modulo(a numeric, b numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when b = 0 then null else feel.fit(mod(a, b) + case when mod(a, b) <> 0 and sign(mod(a, b)) <> sign(b) then b else 0 end) end
$function$

grant execute on function feel.modulo(numeric,numeric) to public;

CREATE OR REPLACE FUNCTION feel.months_between(a timestamp without time zone, b timestamp without time zone)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select months - case when months > 0 and late < 0 then 1 when months < 0 and late > 0 then -1 else 0 end
  from (select (feel.year(b) - feel.year(a)) * 12 + extract(month from b) - extract(month from a) as months,
    extract(epoch from (b - date_trunc('month', b)) - (a - date_trunc('month', a))) as late) as apart
$function$

grant execute on function feel.months_between(timestamp without time zone,timestamp without time zone) to public;

CREATE OR REPLACE FUNCTION feel.pick(items anyarray, place numeric)
 RETURNS anyelement
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when place <> trunc(place) or abs(place) > 2147483647 then null else items[(case when place < 0 then cardinality(items) + 1 + place else place end)::integer] end
$function$

grant execute on function feel.pick(anyarray,numeric) to public;

CREATE OR REPLACE FUNCTION feel.plus_days(day date, nanos numeric)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when feel.year(day) + nanos / 31556952000000000 between -4700 and 294000 then day + floor(nanos / 86400000000000)::integer end
$function$

grant execute on function feel.plus_days(date,numeric) to public;

CREATE OR REPLACE FUNCTION feel.plus_months(moment timestamp without time zone, months numeric)
 RETURNS timestamp without time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when feel.year(moment) + months / 12 between -4700 and 294000 then moment + make_interval(months => months::integer) end
$function$

grant execute on function feel.plus_months(timestamp without time zone,numeric) to public;

CREATE OR REPLACE FUNCTION feel.plus_nanos(moment timestamp without time zone, nanos numeric)
 RETURNS timestamp without time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when feel.year(moment) + nanos / 31556952000000000 between -4700 and 294000
    then moment + make_interval(days => div(nanos, 86400000000000)::integer) + (mod(nanos, 86400000000000) / 1000)::double precision * interval '1 microsecond' end
$function$

grant execute on function feel.plus_nanos(timestamp without time zone,numeric) to public;

CREATE OR REPLACE FUNCTION feel.power(n numeric, times integer)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  product numeric := 1;
begin
  if n = 0 then return case when times = 0 then 1 else 0 end; end if;
  if abs(feel.exponent(n)) * times > 7000 then return case when abs(n) < 1 then 0 end; end if;
  for i in 1..times loop product := product * n; end loop;
  return feel.fit(product);
end
$function$

grant execute on function feel.power(numeric,integer) to public;

CREATE OR REPLACE FUNCTION feel.read_number(given text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  parts text[] := regexp_match(btrim(given, E' \t\n\r\f\v'), '^([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))(?:[eE]([+-]?[0-9]{1,6}))?$');
  power integer := coalesce(parts[2], '0')::integer;
begin
  if parts is null or length(parts[1]) > 10000 then return null; end if;
  if abs(power) > 8000 then return case when power < 0 or parts[1]::numeric = 0 then 0 end; end if;
  return feel.fit(parts[1]::numeric * ('1e' || power)::numeric);
end
$function$

grant execute on function feel.read_number(text) to public;

CREATE OR REPLACE FUNCTION feel.round(n numeric, places numeric, how text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  cut numeric;
  unit numeric;
  rest numeric;
begin
  places := trunc(places);
  if places not between -6111 and 6176 then return null; end if;
  if scale(n) <= places then return n; end if;
  cut := trunc(n, places::integer);
  rest := abs(n - cut);
  if rest = 0 then return cut; end if;
  unit := ('1e' || -places::integer)::numeric;
  return feel.fit(case when case how
    when 'up' then true
    when 'down' then false
    when 'floor' then n < 0
    when 'ceiling' then n > 0
    when 'halfUp' then rest * 2 >= unit
    when 'halfDown' then rest * 2 > unit
    else rest * 2 > unit or (rest * 2 = unit and mod(cut * ('1e' || places::integer)::numeric, 2) <> 0)
  end then cut + sign(n) * unit else cut end);
end
$function$

grant execute on function feel.round(numeric,numeric,text) to public;

CREATE OR REPLACE FUNCTION feel.sqrt(n numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  half integer;
begin
  if n <= 0 then return case when n = 0 then 0 end; end if;
  -- between 1 and 100 a root of 90 places is exact enough for any 34 digits
  half := floor(feel.exponent(n) / 2.0);
  return feel.fit(sqrt(round(n * ('1e' || -2 * half)::numeric, 90)) * ('1e' || half)::numeric);
end
$function$

grant execute on function feel.sqrt(numeric) to public;

CREATE OR REPLACE FUNCTION feel.times(a numeric, b numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select feel.fit(a * b) $function$

grant execute on function feel.times(numeric,numeric) to public;

CREATE OR REPLACE FUNCTION feel.year(moment timestamp without time zone)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select extract(year from moment) + case when extract(year from moment) < 0 then 1 else 0 end
$function$

grant execute on function feel.year(timestamp without time zone) to public;

create aggregate feel.product(numeric) (sfunc = feel.times, stype = numeric, initcond = '1');

create aggregate feel.sum(numeric) (sfunc = feel.add, stype = numeric, initcond = '0');

-- ==== files ====

create schema files;
grant usage on schema files to formwork_app;
grant usage on schema files to formwork_backup;

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
create policy backup_reads on files.file for select to formwork_backup using true;
create policy in_space on files.file to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on files.file to formwork_app;
grant select on files.file to formwork_backup;

create table files.thumbnail (
  space_id text not null,
  file_id uuid not null,
  edge integer not null,
  size integer not null,
  key text not null,
  constraint thumbnail_pkey PRIMARY KEY (space_id, file_id, edge),
  constraint thumbnail_file FOREIGN KEY (space_id, file_id) REFERENCES files.file(space_id, id)
);
alter table files.thumbnail enable row level security;
alter table files.thumbnail force row level security;
create policy backup_reads on files.thumbnail for select to formwork_backup using true;
create policy in_space on files.thumbnail to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on files.thumbnail to formwork_app;
grant select on files.thumbnail to formwork_backup;

create table files.upload (
  space_id text not null,
  id uuid not null,
  name text not null,
  size bigint not null,
  purpose text not null,
  fingerprint text not null,
  created_by uuid not null,
  removing boolean not null default false,
  touched_at timestamp with time zone not null default now(),
  constraint upload_pkey PRIMARY KEY (space_id, id)
);
CREATE UNIQUE INDEX upload_fingerprint_key ON files.upload USING btree (space_id, created_by, fingerprint) WHERE (NOT removing);
CREATE INDEX upload_touched ON files.upload USING btree (space_id, touched_at);
alter table files.upload enable row level security;
alter table files.upload force row level security;
create policy backup_reads on files.upload for select to formwork_backup using true;
create policy in_space on files.upload to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on files.upload to formwork_app;
grant select on files.upload to formwork_backup;

create table files.upload_part (
  space_id text not null,
  upload_id uuid not null,
  at bigint not null,
  size integer not null,
  key text not null,
  constraint upload_part_pkey PRIMARY KEY (space_id, upload_id, at),
  constraint upload_part_upload FOREIGN KEY (space_id, upload_id) REFERENCES files.upload(space_id, id)
);
alter table files.upload_part enable row level security;
alter table files.upload_part force row level security;
create policy backup_reads on files.upload_part for select to formwork_backup using true;
create policy in_space on files.upload_part to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on files.upload_part to formwork_app;
grant select on files.upload_part to formwork_backup;

-- ==== forms ====

create schema forms;
grant usage on schema forms to formwork_app;
grant usage on schema forms to formwork_backup;

create table forms.app (
  space_id text not null,
  id text not null,
  system_id text,
  title jsonb not null,
  icon text,
  "position" double precision not null default 0,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  removed_by uuid,
  kind text not null default 'forms'::text,
  category text,
  template boolean not null default false,
  hue text,
  menu jsonb,
  constraint app_pkey PRIMARY KEY (space_id, id),
  constraint app_kind_check CHECK ((kind = ANY (ARRAY['forms'::text, 'files'::text]))),
  constraint app_system_fkey FOREIGN KEY (space_id, system_id) REFERENCES forms.system(space_id, id)
);
alter table forms.app enable row level security;
alter table forms.app force row level security;
create policy backup_reads on forms.app for select to formwork_backup using true;
create policy in_space on forms.app to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on forms.app to formwork_app;
grant select on forms.app to formwork_backup;

create table forms.app_permission (
  space_id text not null,
  app_id text not null,
  id text not null,
  "position" integer not null,
  subject_kind text not null,
  subject_id text,
  effect text not null,
  actions text[] not null,
  scope text not null,
  subject_below boolean not null default false,
  constraint app_permission_pkey PRIMARY KEY (space_id, app_id, id),
  constraint app_permission_app_fkey FOREIGN KEY (space_id, app_id) REFERENCES forms.app(space_id, id),
  constraint app_permission_effect_check CHECK ((effect = ANY (ARRAY['grant'::text, 'refuse'::text]))),
  constraint app_permission_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'below'::text, 'department'::text, 'own'::text]))),
  constraint app_permission_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['everyone'::text, 'role'::text, 'person'::text, 'department'::text, 'post'::text, 'group'::text])))
);
CREATE INDEX app_permission_subject ON forms.app_permission USING btree (space_id, subject_kind, subject_id);
alter table forms.app_permission enable row level security;
alter table forms.app_permission force row level security;
create policy backup_reads on forms.app_permission for select to formwork_backup using true;
create policy in_space on forms.app_permission to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on forms.app_permission to formwork_app;
grant select on forms.app_permission to formwork_backup;

create table forms.button_setting (
  space_id text not null,
  app_id text not null,
  form_id text not null,
  version integer not null,
  settings jsonb not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint button_setting_pkey PRIMARY KEY (space_id, app_id, form_id),
  constraint button_setting_app_fkey FOREIGN KEY (space_id, app_id) REFERENCES forms.app(space_id, id)
);
alter table forms.button_setting enable row level security;
alter table forms.button_setting force row level security;
create policy backup_reads on forms.button_setting for select to formwork_backup using true;
create policy in_space on forms.button_setting to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on forms.button_setting to formwork_app;
grant select on forms.button_setting to formwork_backup;

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
create policy backup_reads on forms.draft for select to formwork_backup using true;
create policy in_space on forms.draft to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on forms.draft to formwork_app;
grant select on forms.draft to formwork_backup;

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
  removed_by uuid,
  constraint form_pkey PRIMARY KEY (space_id, id),
  constraint form_app_fkey FOREIGN KEY (space_id, app_id) REFERENCES forms.app(space_id, id)
);
CREATE INDEX form_app ON forms.form USING btree (space_id, app_id) WHERE (removed_at IS NULL);
alter table forms.form enable row level security;
alter table forms.form force row level security;
create policy backup_reads on forms.form for select to formwork_backup using true;
create policy in_space on forms.form to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on forms.form to formwork_app;
grant select on forms.form to formwork_backup;

create table forms.link (
  space_id text not null,
  form_id text not null,
  target_id text not null,
  constraint link_pkey PRIMARY KEY (space_id, form_id, target_id),
  constraint link_form_fkey FOREIGN KEY (space_id, form_id) REFERENCES forms.form(space_id, id)
);
CREATE INDEX link_target ON forms.link USING btree (space_id, target_id);
alter table forms.link enable row level security;
alter table forms.link force row level security;
create policy backup_reads on forms.link for select to formwork_backup using true;
create policy in_space on forms.link to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select on forms.link to formwork_app;
grant select on forms.link to formwork_backup;

create table forms.notification_setting (
  space_id text not null,
  form_id text not null,
  version integer not null,
  rules jsonb not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint notification_setting_pkey PRIMARY KEY (space_id, form_id),
  constraint notification_setting_form_fkey FOREIGN KEY (space_id, form_id) REFERENCES forms.form(space_id, id)
);
alter table forms.notification_setting enable row level security;
alter table forms.notification_setting force row level security;
create policy backup_reads on forms.notification_setting for select to formwork_backup using true;
create policy in_space on forms.notification_setting to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on forms.notification_setting to formwork_app;
grant select on forms.notification_setting to formwork_backup;

create table forms.own_app (
  space_id text not null,
  account_id uuid not null,
  app_id text not null,
  favoured_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint own_app_pkey PRIMARY KEY (space_id, account_id, app_id),
  constraint own_app_app_fkey FOREIGN KEY (space_id, app_id) REFERENCES forms.app(space_id, id) ON DELETE CASCADE
);
alter table forms.own_app enable row level security;
alter table forms.own_app force row level security;
create policy backup_reads on forms.own_app for select to formwork_backup using true;
create policy in_space on forms.own_app to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on forms.own_app to formwork_app;
grant select on forms.own_app to formwork_backup;

create table forms.permission (
  space_id text not null,
  form_id text not null,
  id text not null,
  "position" integer not null,
  subject_kind text not null,
  subject_id text,
  actions text[] not null,
  scope text not null,
  effect text not null default 'grant'::text,
  condition jsonb,
  fields jsonb,
  subject_below boolean not null default false,
  constraint permission_pkey PRIMARY KEY (space_id, form_id, id),
  constraint permission_effect_check CHECK ((effect = ANY (ARRAY['grant'::text, 'refuse'::text]))),
  constraint permission_form_fkey FOREIGN KEY (space_id, form_id) REFERENCES forms.form(space_id, id),
  constraint permission_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'below'::text, 'department'::text, 'own'::text, 'condition'::text]))),
  constraint permission_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['everyone'::text, 'role'::text, 'person'::text, 'department'::text, 'post'::text, 'group'::text])))
);
CREATE INDEX permission_subject ON forms.permission USING btree (space_id, subject_kind, subject_id);
alter table forms.permission enable row level security;
alter table forms.permission force row level security;
create policy backup_reads on forms.permission for select to formwork_backup using true;
create policy in_space on forms.permission to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on forms.permission to formwork_app;
grant select on forms.permission to formwork_backup;

create table forms.release (
  space_id text not null,
  form_id text not null,
  number integer not null,
  definition jsonb not null,
  changes jsonb not null,
  note text,
  released_by uuid not null,
  released_at timestamp with time zone not null default now(),
  uses jsonb not null default '[]'::jsonb,
  constraint release_pkey PRIMARY KEY (space_id, form_id, number),
  constraint release_form_fkey FOREIGN KEY (space_id, form_id) REFERENCES forms.form(space_id, id)
);
alter table forms.release enable row level security;
alter table forms.release force row level security;
create policy backup_reads on forms.release for select to formwork_backup using true;
create policy in_space on forms.release to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select on forms.release to formwork_app;
grant select on forms.release to formwork_backup;

create table forms.system (
  space_id text not null,
  id text not null,
  title jsonb not null,
  "position" double precision not null default 0,
  icon text,
  administrators uuid[] not null default '{}'::uuid[],
  constraint system_pkey PRIMARY KEY (space_id, id)
);
alter table forms.system enable row level security;
alter table forms.system force row level security;
create policy backup_reads on forms.system for select to formwork_backup using true;
create policy in_space on forms.system to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on forms.system to formwork_app;
grant select on forms.system to formwork_backup;

-- ==== gateway ====

create schema gateway;
grant usage on schema gateway to formwork_app;
grant usage on schema gateway to formwork_backup;
grant usage on schema gateway to formwork_dispatcher;

create table gateway.alert_rule (
  space_id text not null,
  id uuid not null,
  what text not null,
  api uuid,
  raise_at double precision not null,
  clear_at double precision not null,
  hold integer not null,
  enabled boolean not null,
  created_at timestamp with time zone not null default now(),
  receivers jsonb not null default '[]'::jsonb,
  ways text[] not null default '{message}'::text[],
  constraint alert_rule_pkey PRIMARY KEY (space_id, id),
  constraint alert_rule_ways_check CHECK (((cardinality(ways) > 0) AND (ways <@ '{message,mail}'::text[]))),
  constraint alert_rule_what_check CHECK ((what = ANY (ARRAY['errors'::text, 'latency'::text, 'quota'::text, 'upstream'::text])))
);
alter table gateway.alert_rule enable row level security;
alter table gateway.alert_rule force row level security;
create policy backup_reads on gateway.alert_rule for select to formwork_backup using true;
create policy in_space on gateway.alert_rule to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.alert_rule to formwork_app;
grant select on gateway.alert_rule to formwork_backup;

create table gateway.application (
  space_id text not null,
  id uuid not null,
  consumer uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint application_pkey PRIMARY KEY (space_id, id),
  constraint application_consumer FOREIGN KEY (space_id, consumer) REFERENCES gateway.consumer(space_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX application_name_key ON gateway.application USING btree (space_id, consumer, lower(name));
alter table gateway.application enable row level security;
alter table gateway.application force row level security;
create policy backup_reads on gateway.application for select to formwork_backup using true;
create policy in_space on gateway.application to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.application to formwork_app;
grant select on gateway.application to formwork_backup;

create table gateway.consumer (
  space_id text not null,
  id uuid not null,
  name text not null,
  about text not null default ''::text,
  off boolean not null default false,
  created_at timestamp with time zone not null default now(),
  owner uuid,
  constraint consumer_pkey PRIMARY KEY (space_id, id)
);
CREATE UNIQUE INDEX consumer_name_key ON gateway.consumer USING btree (space_id, lower(name));
CREATE UNIQUE INDEX consumer_owner_key ON gateway.consumer USING btree (space_id, owner) WHERE (owner IS NOT NULL);
alter table gateway.consumer enable row level security;
alter table gateway.consumer force row level security;
create policy backup_reads on gateway.consumer for select to formwork_backup using true;
create policy in_space on gateway.consumer to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.consumer to formwork_app;
grant select on gateway.consumer to formwork_backup;

create table gateway.credential (
  space_id text not null,
  id uuid not null,
  application uuid not null,
  kind text not null,
  name text not null,
  hint text not null default ''::text,
  hash text,
  login text,
  settings jsonb not null default '{}'::jsonb,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint credential_pkey PRIMARY KEY (space_id, id),
  constraint credential_application FOREIGN KEY (space_id, application) REFERENCES gateway.application(space_id, id) ON DELETE CASCADE,
  constraint credential_kind_check CHECK ((kind = ANY (ARRAY['key'::text, 'basic'::text, 'jwt'::text, 'hmac'::text, 'oauth'::text, 'certificate'::text])))
);
CREATE UNIQUE INDEX credential_hash_key ON gateway.credential USING btree (space_id, kind, hash) WHERE (hash IS NOT NULL);
CREATE UNIQUE INDEX credential_login_key ON gateway.credential USING btree (space_id, kind, login) WHERE (login IS NOT NULL);
CREATE INDEX credential_of ON gateway.credential USING btree (space_id, application);
alter table gateway.credential enable row level security;
alter table gateway.credential force row level security;
create policy backup_reads on gateway.credential for select to formwork_backup using true;
create policy in_space on gateway.credential to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.credential to formwork_app;
grant select on gateway.credential to formwork_backup;

create table gateway.document (
  space_id text not null,
  api uuid not null,
  body text not null,
  format text not null,
  made jsonb not null,
  at timestamp with time zone not null default now(),
  constraint document_pkey PRIMARY KEY (space_id, api),
  constraint document_format_check CHECK ((format = ANY (ARRAY['json'::text, 'yaml'::text])))
);
alter table gateway.document enable row level security;
alter table gateway.document force row level security;
create policy backup_reads on gateway.document for select to formwork_backup using true;
create policy in_space on gateway.document to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.document to formwork_app;
grant select on gateway.document to formwork_backup;

create table gateway.environment (
  space_id text not null,
  id text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint environment_pkey PRIMARY KEY (space_id, id)
);
alter table gateway.environment enable row level security;
alter table gateway.environment force row level security;
create policy backup_reads on gateway.environment for select to formwork_backup using true;
create policy in_space on gateway.environment to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.environment to formwork_app;
grant select on gateway.environment to formwork_backup;

create table gateway.lease (
  kind smallint not null,
  key bigint not null,
  member uuid not null,
  need bigint not null,
  held bigint not null,
  used bigint not null,
  whole bigint not null,
  at timestamp with time zone not null,
  constraint lease_pkey PRIMARY KEY (kind, key, member),
  constraint lease_kind_check CHECK (((kind >= 1) AND (kind <= 3)))
);
CREATE INDEX lease_at ON gateway.lease USING btree (at);
CREATE INDEX lease_key ON gateway.lease USING btree (key);
grant delete, insert, select, update on gateway.lease to formwork_app;
grant select on gateway.lease to formwork_backup;

create table gateway.listing (
  space_id text not null,
  api uuid not null,
  audience jsonb not null,
  plans uuid[] not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint listing_pkey PRIMARY KEY (space_id, api)
);
alter table gateway.listing enable row level security;
alter table gateway.listing force row level security;
create policy backup_reads on gateway.listing for select to formwork_backup using true;
create policy in_space on gateway.listing to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.listing to formwork_app;
grant select on gateway.listing to formwork_backup;

create table gateway.live (
  space_id text not null,
  api uuid not null,
  environment text not null,
  number integer not null,
  base_path text not null,
  state text not null,
  sunset timestamp with time zone,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint live_pkey PRIMARY KEY (space_id, api, environment),
  constraint live_state_check CHECK ((state = ANY (ARRAY['live'::text, 'deprecated'::text, 'retired'::text])))
);
CREATE UNIQUE INDEX live_path_key ON gateway.live USING btree (space_id, environment, base_path);
alter table gateway.live enable row level security;
alter table gateway.live force row level security;
create policy backup_reads on gateway.live for select to formwork_backup using true;
create policy in_space on gateway.live to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.live to formwork_app;
grant select on gateway.live to formwork_backup;

create table gateway.member (
  id uuid not null,
  seen_at timestamp with time zone not null,
  constraint member_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on gateway.member to formwork_app;
grant select on gateway.member to formwork_backup;

create table gateway.nonce (
  key bigint not null,
  until timestamp with time zone not null,
  constraint nonce_pkey PRIMARY KEY (key)
);
CREATE INDEX nonce_until ON gateway.nonce USING btree (until);
grant delete, insert, select, update on gateway.nonce to formwork_app;
grant select on gateway.nonce to formwork_backup;

create table gateway.plan (
  space_id text not null,
  id uuid not null,
  name text not null,
  about text not null default ''::text,
  rate jsonb,
  quota jsonb,
  approval boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint plan_pkey PRIMARY KEY (space_id, id)
);
CREATE UNIQUE INDEX plan_name_key ON gateway.plan USING btree (space_id, lower(name));
alter table gateway.plan enable row level security;
alter table gateway.plan force row level security;
create policy backup_reads on gateway.plan for select to formwork_backup using true;
create policy in_space on gateway.plan to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.plan to formwork_app;
grant select on gateway.plan to formwork_backup;

create table gateway.snapshot (
  space_id text not null,
  environment text not null,
  number integer not null,
  sha256 text not null,
  body text not null,
  at timestamp with time zone not null default now(),
  constraint snapshot_pkey PRIMARY KEY (space_id, environment, number)
);
alter table gateway.snapshot enable row level security;
alter table gateway.snapshot force row level security;
create policy backup_reads on gateway.snapshot for select to formwork_backup using true;
create policy dispatcher_reads on gateway.snapshot for select to formwork_dispatcher using true;
create policy in_space on gateway.snapshot to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.snapshot to formwork_app;
grant select on gateway.snapshot to formwork_backup;
grant select on gateway.snapshot to formwork_dispatcher;

create table gateway.subscription (
  space_id text not null,
  id uuid not null,
  application uuid not null,
  api uuid not null,
  plan uuid not null,
  state text not null,
  note text not null default ''::text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp with time zone,
  answer text not null default ''::text,
  constraint subscription_pkey PRIMARY KEY (space_id, id),
  constraint subscription_application FOREIGN KEY (space_id, application) REFERENCES gateway.application(space_id, id) ON DELETE CASCADE,
  constraint subscription_plan FOREIGN KEY (space_id, plan) REFERENCES gateway.plan(space_id, id),
  constraint subscription_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'refused'::text, 'suspended'::text, 'ended'::text])))
);
CREATE UNIQUE INDEX subscription_key ON gateway.subscription USING btree (space_id, application, api) WHERE (state <> 'ended'::text);
CREATE INDEX subscription_of_plan ON gateway.subscription USING btree (space_id, plan);
alter table gateway.subscription enable row level security;
alter table gateway.subscription force row level security;
create policy backup_reads on gateway.subscription for select to formwork_backup using true;
create policy in_space on gateway.subscription to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.subscription to formwork_app;
grant select on gateway.subscription to formwork_backup;

create table gateway.telemetry (
  space_id text not null,
  connection uuid not null,
  share integer not null,
  enabled boolean not null,
  set_by uuid not null,
  cursor_at timestamp with time zone not null default now(),
  cursor_id text not null default ''::text,
  sent bigint not null default 0,
  sent_at timestamp with time zone,
  failure text,
  constraint telemetry_pkey PRIMARY KEY (space_id),
  constraint telemetry_share_check CHECK (((share >= 1) AND (share <= 100)))
);
alter table gateway.telemetry enable row level security;
alter table gateway.telemetry force row level security;
create policy backup_reads on gateway.telemetry for select to formwork_backup using true;
create policy in_space on gateway.telemetry to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on gateway.telemetry to formwork_app;
grant select on gateway.telemetry to formwork_backup;

-- ==== identity ====

create schema identity;
grant usage on schema identity to formwork_app;
grant usage on schema identity to formwork_backup;
grant usage on schema identity to formwork_dispatcher;

create table identity.account (
  id uuid not null,
  login text not null,
  password_hash text not null,
  home_space text not null,
  disabled boolean not null default false,
  password_set_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  phone text,
  email text,
  password_grade text,
  password_given boolean not null default false,
  two_step text,
  totp_secret text,
  totp_pending text,
  totp_step bigint not null default 0,
  password_once boolean not null default false,
  merged_into uuid,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_home_space_fkey FOREIGN KEY (home_space) REFERENCES identity.space(id),
  constraint account_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES identity.account(id),
  constraint account_password_grade_check CHECK ((password_grade = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint account_two_step_check CHECK ((two_step = ANY (ARRAY['totp'::text, 'sms'::text])))
);
CREATE UNIQUE INDEX account_email_key ON identity.account USING btree (lower(email));
CREATE INDEX account_home ON identity.account USING btree (home_space);
CREATE UNIQUE INDEX account_login_key ON identity.account USING btree (lower(login));
CREATE INDEX account_newest ON identity.account USING btree (created_at DESC, id);
CREATE UNIQUE INDEX account_phone_key ON identity.account USING btree (phone);
grant insert, select, update on identity.account to formwork_app;
grant select on identity.account to formwork_backup;

create table identity.binding (
  provider text not null,
  subject text not null,
  account_id uuid not null,
  name text not null,
  bound_at timestamp with time zone not null default now(),
  constraint binding_pkey PRIMARY KEY (provider, subject),
  constraint binding_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint binding_account_key UNIQUE (account_id, provider)
);
grant delete, insert, select on identity.binding to formwork_app;
grant select on identity.binding to formwork_backup;

create table identity.code (
  purpose text not null,
  target text not null,
  code_hash text not null,
  wrong integer not null default 0,
  expires_at timestamp with time zone not null,
  constraint code_pkey PRIMARY KEY (purpose, target)
);
grant delete, insert, select, update on identity.code to formwork_app;
grant select on identity.code to formwork_backup;

create table identity.former_password (
  account_id uuid not null,
  replaced_at timestamp with time zone not null default now(),
  password_hash text not null,
  constraint former_password_pkey PRIMARY KEY (account_id, replaced_at),
  constraint former_password_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id)
);
grant delete, insert, select on identity.former_password to formwork_app;
grant select on identity.former_password to formwork_backup;

create table identity.host_ticket (
  token_hash text not null,
  session_id uuid not null,
  origin text not null,
  browser_hash text not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  constraint host_ticket_pkey PRIMARY KEY (token_hash),
  constraint host_ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES identity.session(id) ON DELETE CASCADE
);
CREATE INDEX host_ticket_expires ON identity.host_ticket USING btree (expires_at);
CREATE INDEX host_ticket_session ON identity.host_ticket USING btree (session_id);
grant delete, insert, select on identity.host_ticket to formwork_app;
grant select on identity.host_ticket to formwork_backup;

create table identity.hosting (
  space_id text not null,
  account_id uuid not null,
  trustee_id uuid not null,
  started_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone,
  constraint hosting_pkey PRIMARY KEY (space_id, account_id),
  constraint hosting_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint hosting_check CHECK ((account_id <> trustee_id)),
  constraint hosting_space_id_fkey FOREIGN KEY (space_id) REFERENCES identity.space(id),
  constraint hosting_trustee_id_fkey FOREIGN KEY (trustee_id) REFERENCES identity.account(id)
);
CREATE INDEX hosting_trustee ON identity.hosting USING btree (space_id, trustee_id);
alter table identity.hosting enable row level security;
alter table identity.hosting force row level security;
create policy backup_reads on identity.hosting for select to formwork_backup using true;
create policy in_space on identity.hosting to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on identity.hosting to formwork_app;
grant select on identity.hosting to formwork_backup;

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
create policy backup_reads on identity.membership for select to formwork_backup using true;
create policy in_space on identity.membership to public using (space_id = current_setting('app.space_id'::text, true));
create policy operator_reads on identity.membership for select to public using (current_setting('app.every_space'::text, true) = 'on'::text);
create policy own on identity.membership for select to public using ((account_id)::text = current_setting('app.account_id'::text, true));
grant insert, select, update on identity.membership to formwork_app;
grant select on identity.membership to formwork_backup;

create table identity.operation (
  account_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null default now(),
  kind text not null,
  ip text not null,
  user_agent text not null,
  about text,
  constraint operation_pkey PRIMARY KEY (account_id, id),
  constraint operation_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id)
);
CREATE INDEX operation_at ON identity.operation USING btree (at);
grant delete, insert, select on identity.operation to formwork_app;
grant select on identity.operation to formwork_backup;

create table identity.operator_role (
  space_id text not null,
  id uuid not null,
  name text not null,
  description text not null default ''::text,
  grants text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint operator_role_pkey PRIMARY KEY (space_id, id)
);
CREATE UNIQUE INDEX operator_role_name_key ON identity.operator_role USING btree (space_id, lower(name));
alter table identity.operator_role enable row level security;
alter table identity.operator_role force row level security;
create policy backup_reads on identity.operator_role for select to formwork_backup using true;
create policy in_space on identity.operator_role to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on identity.operator_role to formwork_app;
grant select on identity.operator_role to formwork_backup;

create table identity.operator_role_holder (
  space_id text not null,
  role_id uuid not null,
  account_id uuid not null,
  constraint operator_role_holder_pkey PRIMARY KEY (space_id, role_id, account_id),
  constraint operator_role_holder_role_fkey FOREIGN KEY (space_id, role_id) REFERENCES identity.operator_role(space_id, id) ON DELETE CASCADE
);
CREATE INDEX operator_role_holder_account ON identity.operator_role_holder USING btree (space_id, account_id);
alter table identity.operator_role_holder enable row level security;
alter table identity.operator_role_holder force row level security;
create policy backup_reads on identity.operator_role_holder for select to formwork_backup using true;
create policy in_space on identity.operator_role_holder to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on identity.operator_role_holder to formwork_app;
grant select on identity.operator_role_holder to formwork_backup;

create table identity.operator_staff (
  space_id text not null,
  account_id uuid not null,
  everything boolean not null,
  constraint operator_staff_pkey PRIMARY KEY (space_id, account_id)
);
alter table identity.operator_staff enable row level security;
alter table identity.operator_staff force row level security;
create policy backup_reads on identity.operator_staff for select to formwork_backup using true;
create policy in_space on identity.operator_staff to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on identity.operator_staff to formwork_app;
grant select on identity.operator_staff to formwork_backup;

create table identity.policy (
  space_id text not null,
  rules jsonb not null,
  constraint policy_pkey PRIMARY KEY (space_id),
  constraint policy_space_id_fkey FOREIGN KEY (space_id) REFERENCES identity.space(id)
);
alter table identity.policy enable row level security;
alter table identity.policy force row level security;
create policy backup_reads on identity.policy for select to formwork_backup using true;
create policy in_space on identity.policy to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on identity.policy to formwork_app;
grant select on identity.policy to formwork_backup;

create table identity.provider_visit (
  state_hash text not null,
  browser_hash text not null,
  provider text not null,
  account_id uuid,
  verifier text not null,
  nonce text not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  constraint provider_visit_pkey PRIMARY KEY (state_hash),
  constraint provider_visit_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id)
);
CREATE INDEX provider_visit_expires ON identity.provider_visit USING btree (expires_at);
grant delete, insert, select on identity.provider_visit to formwork_app;
grant select on identity.provider_visit to formwork_backup;

create table identity.recovery_code (
  account_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  key_id text,
  constraint recovery_code_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id)
);
grant delete, insert, select, update on identity.recovery_code to formwork_app;
grant select on identity.recovery_code to formwork_backup;

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
  device text not null default 'desktop'::text,
  acting_for uuid,
  acting_in text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint session_acting_for_fkey FOREIGN KEY (acting_for) REFERENCES identity.account(id),
  constraint session_acting_in_fkey FOREIGN KEY (acting_in) REFERENCES identity.space(id),
  constraint session_token_key UNIQUE (token_hash)
);
CREATE INDEX session_account ON identity.session USING btree (account_id) WHERE (ended_at IS NULL);
CREATE INDEX session_acting ON identity.session USING btree (acting_for) WHERE (acting_for IS NOT NULL);
grant insert, select, update on identity.session to formwork_app;
grant select on identity.session to formwork_backup;

create table identity.session_host (
  token_hash text not null,
  session_id uuid not null,
  origin text not null,
  created_at timestamp with time zone not null default now(),
  constraint session_host_pkey PRIMARY KEY (token_hash),
  constraint session_host_session_id_fkey FOREIGN KEY (session_id) REFERENCES identity.session(id) ON DELETE CASCADE
);
CREATE INDEX session_host_session ON identity.session_host USING btree (session_id);
grant delete, insert, select on identity.session_host to formwork_app;
grant select on identity.session_host to formwork_backup;

create table identity.sign_in_ticket (
  token_hash text not null,
  account_id uuid not null,
  stage text not null,
  first text not null,
  second boolean not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_ticket_pkey PRIMARY KEY (token_hash),
  constraint sign_in_ticket_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id)
);
CREATE INDEX sign_in_ticket_expires ON identity.sign_in_ticket USING btree (expires_at);
grant delete, insert, select, update on identity.sign_in_ticket to formwork_app;
grant select on identity.sign_in_ticket to formwork_backup;

create table identity.space (
  id text not null,
  name text not null,
  is_operator boolean not null default false,
  created_at timestamp with time zone not null default now(),
  credit_code text,
  edition text not null default 'enterprise'::text,
  expires_at timestamp with time zone,
  suspended_at timestamp with time zone,
  suspended_because text not null default ''::text,
  provider uuid,
  constraint space_pkey PRIMARY KEY (id),
  constraint space_edition CHECK ((edition = ANY (ARRAY['community'::text, 'enterprise'::text]))),
  constraint space_provider_fkey FOREIGN KEY (provider) REFERENCES identity.account(id)
);
CREATE UNIQUE INDEX space_credit_code_key ON identity.space USING btree (credit_code);
CREATE INDEX space_newest ON identity.space USING btree (created_at DESC, id);
CREATE INDEX space_provider ON identity.space USING btree (provider) WHERE (provider IS NOT NULL);
grant insert, select, update on identity.space to formwork_app;
grant select on identity.space to formwork_backup;
grant select on identity.space to formwork_dispatcher;

-- ==== joining ====

create schema joining;
grant usage on schema joining to formwork_app;
grant usage on schema joining to formwork_backup;

create table joining.invitation (
  space_id text not null,
  id uuid not null,
  token_hash text not null,
  role text not null,
  note text not null,
  review boolean not null,
  most_people integer not null,
  people integer not null default 0,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  department_id uuid,
  as_delegate boolean not null default false,
  constraint invitation_pkey PRIMARY KEY (space_id, id),
  constraint invitation_people CHECK ((people <= most_people))
);
CREATE INDEX invitation_newest ON joining.invitation USING btree (space_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitation_token_key ON joining.invitation USING btree (token_hash);
alter table joining.invitation enable row level security;
alter table joining.invitation force row level security;
create policy backup_reads on joining.invitation for select to formwork_backup using true;
create policy by_token on joining.invitation for select to public using (token_hash = current_setting('app.token_hash'::text, true));
create policy in_space on joining.invitation to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on joining.invitation to formwork_app;
grant select on joining.invitation to formwork_backup;

create table joining.request (
  space_id text not null,
  id uuid not null,
  account_id uuid,
  name text not null,
  login text not null,
  message text not null default ''::text,
  role text,
  state text not null default 'waiting'::text,
  reason text not null default ''::text,
  asked_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by uuid,
  password_hash text,
  contact_kind text,
  contact text,
  department_id uuid,
  constraint request_pkey PRIMARY KEY (space_id, id),
  constraint request_contact_kind_check CHECK ((contact_kind = ANY (ARRAY['phone'::text, 'email'::text]))),
  constraint request_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text])))
);
CREATE INDEX request_account ON joining.request USING btree (account_id);
CREATE INDEX request_newest ON joining.request USING btree (space_id, asked_at DESC, id DESC);
CREATE UNIQUE INDEX request_waiting_key ON joining.request USING btree (space_id, lower(login)) WHERE (state = 'waiting'::text);
alter table joining.request enable row level security;
alter table joining.request force row level security;
create policy backup_reads on joining.request for select to formwork_backup using true;
create policy in_space on joining.request to public using (space_id = current_setting('app.space_id'::text, true));
create policy own on joining.request for select to public using ((account_id)::text = current_setting('app.account_id'::text, true));
grant insert, select, update on joining.request to formwork_app;
grant select on joining.request to formwork_backup;

-- ==== messages ====

create schema messages;
grant usage on schema messages to formwork_app;
grant usage on schema messages to formwork_backup;

create table messages.subscription (
  space_id text not null,
  account_id uuid not null,
  app_id text not null,
  kind text not null,
  subscribed boolean not null,
  constraint subscription_pkey PRIMARY KEY (space_id, account_id, app_id, kind)
);
alter table messages.subscription enable row level security;
alter table messages.subscription force row level security;
create policy backup_reads on messages.subscription for select to formwork_backup using true;
create policy in_space on messages.subscription to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on messages.subscription to formwork_app;
grant select on messages.subscription to formwork_backup;

-- ==== orchestration ====

create schema orchestration;
grant usage on schema orchestration to formwork_app;
grant usage on schema orchestration to formwork_backup;

create table orchestration.start (
  space_id text not null,
  flow text not null,
  part text not null,
  kind text not null,
  name text not null,
  constraint start_pkey PRIMARY KEY (space_id, flow, part),
  constraint start_kind_check CHECK ((kind = ANY (ARRAY['trigger'::text, 'call'::text, 'message'::text, 'button'::text, 'date'::text])))
);
CREATE UNIQUE INDEX start_call_key ON orchestration.start USING btree (space_id, name) WHERE (kind = 'call'::text);
CREATE INDEX start_name ON orchestration.start USING btree (space_id, kind, name);
alter table orchestration.start enable row level security;
alter table orchestration.start force row level security;
create policy backup_reads on orchestration.start for select to formwork_backup using true;
create policy in_space on orchestration.start to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on orchestration.start to formwork_app;
grant select on orchestration.start to formwork_backup;

-- ==== organization ====

create schema organization;
grant usage on schema organization to formwork_app;
grant usage on schema organization to formwork_backup;

create table organization.console_grant (
  space_id text not null,
  account_id uuid not null,
  pages text[] not null,
  constraint console_grant_pkey PRIMARY KEY (space_id, account_id)
);
alter table organization.console_grant enable row level security;
alter table organization.console_grant force row level security;
create policy backup_reads on organization.console_grant for select to formwork_backup using true;
create policy in_space on organization.console_grant to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.console_grant to formwork_app;
grant select on organization.console_grant to formwork_backup;

create table organization.delegated_admin (
  space_id text not null,
  id uuid not null,
  account_id uuid not null,
  department_id uuid,
  may text[] not null,
  until timestamp with time zone,
  under uuid,
  given_by uuid not null,
  given_at timestamp with time zone not null default now(),
  system_id text,
  constraint delegated_admin_pkey PRIMARY KEY (space_id, id),
  constraint delegated_admin_department FOREIGN KEY (space_id, department_id) REFERENCES organization.department(space_id, id),
  constraint delegated_admin_of_one CHECK (((department_id IS NULL) <> (system_id IS NULL))),
  constraint delegated_admin_under FOREIGN KEY (space_id, under) REFERENCES organization.delegated_admin(space_id, id) ON DELETE CASCADE
);
CREATE INDEX delegated_admin_account ON organization.delegated_admin USING btree (space_id, account_id);
CREATE INDEX delegated_admin_system ON organization.delegated_admin USING btree (space_id, system_id) WHERE (system_id IS NOT NULL);
CREATE INDEX delegated_admin_under ON organization.delegated_admin USING btree (space_id, under);
alter table organization.delegated_admin enable row level security;
alter table organization.delegated_admin force row level security;
create policy backup_reads on organization.delegated_admin for select to formwork_backup using true;
create policy in_space on organization.delegated_admin to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.delegated_admin to formwork_app;
grant select on organization.delegated_admin to formwork_backup;

create table organization.department (
  space_id text not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  "position" integer not null default 0,
  head_id uuid,
  disabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  virtual boolean not null default false,
  constraint department_pkey PRIMARY KEY (space_id, id),
  constraint department_name_key UNIQUE NULLS NOT DISTINCT (space_id, parent_id, name),
  constraint department_parent FOREIGN KEY (space_id, parent_id) REFERENCES organization.department(space_id, id)
);
CREATE INDEX department_of_parent ON organization.department USING btree (space_id, parent_id, "position");
alter table organization.department enable row level security;
alter table organization.department force row level security;
create policy backup_reads on organization.department for select to formwork_backup using true;
create policy in_space on organization.department to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.department to formwork_app;
grant select on organization.department to formwork_backup;

create table organization.grade (
  space_id text not null,
  id uuid not null,
  name text not null,
  rank integer not null,
  constraint grade_pkey PRIMARY KEY (space_id, id),
  constraint grade_name_key UNIQUE (space_id, name)
);
alter table organization.grade enable row level security;
alter table organization.grade force row level security;
create policy backup_reads on organization.grade for select to formwork_backup using true;
create policy in_space on organization.grade to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.grade to formwork_app;
grant select on organization.grade to formwork_backup;

create table organization.page_right (
  space_id text not null,
  page text not null,
  role_id uuid,
  effect text not null,
  id uuid not null,
  constraint page_right_pkey PRIMARY KEY (space_id, id),
  constraint page_right_closed CHECK (((effect = 'closed'::text) = (role_id IS NULL))),
  constraint page_right_effect_check CHECK ((effect = ANY (ARRAY['grant'::text, 'refuse'::text, 'closed'::text]))),
  constraint page_right_once UNIQUE NULLS NOT DISTINCT (space_id, page, role_id),
  constraint page_right_role FOREIGN KEY (space_id, role_id) REFERENCES organization.role(space_id, id) ON DELETE CASCADE
);
alter table organization.page_right enable row level security;
alter table organization.page_right force row level security;
create policy backup_reads on organization.page_right for select to formwork_backup using true;
create policy in_space on organization.page_right to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select on organization.page_right to formwork_app;
grant select on organization.page_right to formwork_backup;

create table organization.part_time (
  space_id text not null,
  account_id uuid not null,
  department_id uuid not null,
  post_id uuid,
  constraint part_time_pkey PRIMARY KEY (space_id, account_id, department_id),
  constraint part_time_department FOREIGN KEY (space_id, department_id) REFERENCES organization.department(space_id, id),
  constraint part_time_post FOREIGN KEY (space_id, post_id) REFERENCES organization.post(space_id, id)
);
CREATE INDEX part_time_of_department ON organization.part_time USING btree (space_id, department_id);
CREATE INDEX part_time_of_post ON organization.part_time USING btree (space_id, post_id) WHERE (post_id IS NOT NULL);
alter table organization.part_time enable row level security;
alter table organization.part_time force row level security;
create policy backup_reads on organization.part_time for select to formwork_backup using true;
create policy in_space on organization.part_time to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.part_time to formwork_app;
grant select on organization.part_time to formwork_backup;

create table organization.people_import (
  space_id text not null,
  id uuid not null,
  job_id uuid,
  file_key text not null,
  file_name text not null,
  columns jsonb not null,
  ignored jsonb not null,
  state text not null default 'waiting'::text,
  done integer not null default 0,
  total integer not null,
  created integer not null default 0,
  updated integer not null default 0,
  failed integer not null default 0,
  failures jsonb not null default '[]'::jsonb,
  started_by uuid not null,
  created_at timestamp with time zone not null default now(),
  reading jsonb,
  constraint people_import_pkey PRIMARY KEY (space_id, id),
  constraint people_import_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'finished'::text, 'cancelled'::text, 'failed'::text])))
);
alter table organization.people_import enable row level security;
alter table organization.people_import force row level security;
create policy backup_reads on organization.people_import for select to formwork_backup using true;
create policy in_space on organization.people_import to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.people_import to formwork_app;
grant select on organization.people_import to formwork_backup;

create table organization.person (
  space_id text not null,
  account_id uuid not null,
  department_id uuid,
  superior_id uuid,
  post_id uuid,
  supplier_id uuid,
  email text not null default ''::text,
  phone text not null default ''::text,
  constraint person_pkey PRIMARY KEY (space_id, account_id),
  constraint person_department FOREIGN KEY (space_id, department_id) REFERENCES organization.department(space_id, id),
  constraint person_post FOREIGN KEY (space_id, post_id) REFERENCES organization.post(space_id, id),
  constraint person_supplier FOREIGN KEY (space_id, supplier_id) REFERENCES organization.supplier(space_id, id)
);
CREATE INDEX person_of_department ON organization.person USING btree (space_id, department_id);
CREATE INDEX person_of_post ON organization.person USING btree (space_id, post_id) WHERE (post_id IS NOT NULL);
alter table organization.person enable row level security;
alter table organization.person force row level security;
create policy backup_reads on organization.person for select to formwork_backup using true;
create policy in_space on organization.person to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on organization.person to formwork_app;
grant select on organization.person to formwork_backup;

create table organization.post (
  space_id text not null,
  id uuid not null,
  name text not null,
  description text not null default ''::text,
  grade_id uuid,
  disabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint post_pkey PRIMARY KEY (space_id, id),
  constraint post_grade FOREIGN KEY (space_id, grade_id) REFERENCES organization.grade(space_id, id),
  constraint post_name_key UNIQUE (space_id, name)
);
alter table organization.post enable row level security;
alter table organization.post force row level security;
create policy backup_reads on organization.post for select to formwork_backup using true;
create policy in_space on organization.post to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.post to formwork_app;
grant select on organization.post to formwork_backup;

create table organization.role (
  space_id text not null,
  id uuid not null,
  name text not null,
  description text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  group_id uuid,
  system_id text,
  constraint role_pkey PRIMARY KEY (space_id, id),
  constraint role_group FOREIGN KEY (space_id, group_id) REFERENCES organization.role_group(space_id, id),
  constraint role_name_key UNIQUE (space_id, name)
);
CREATE INDEX role_of_group ON organization.role USING btree (space_id, group_id);
CREATE INDEX role_system ON organization.role USING btree (space_id, system_id) WHERE (system_id IS NOT NULL);
alter table organization.role enable row level security;
alter table organization.role force row level security;
create policy backup_reads on organization.role for select to formwork_backup using true;
create policy in_space on organization.role to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.role to formwork_app;
grant select on organization.role to formwork_backup;

create table organization.role_group (
  space_id text not null,
  id uuid not null,
  name text not null,
  "position" integer not null default 0,
  constraint role_group_pkey PRIMARY KEY (space_id, id),
  constraint role_group_name_key UNIQUE (space_id, name)
);
alter table organization.role_group enable row level security;
alter table organization.role_group force row level security;
create policy backup_reads on organization.role_group for select to formwork_backup using true;
create policy in_space on organization.role_group to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.role_group to formwork_app;
grant select on organization.role_group to formwork_backup;

create table organization.role_holder (
  space_id text not null,
  role_id uuid not null,
  kind text not null,
  id uuid not null,
  below boolean not null default false,
  constraint role_holder_pkey PRIMARY KEY (space_id, role_id, kind, id),
  constraint role_holder_kind_check CHECK ((kind = ANY (ARRAY['department'::text, 'post'::text, 'group'::text]))),
  constraint role_holder_role FOREIGN KEY (space_id, role_id) REFERENCES organization.role(space_id, id) ON DELETE CASCADE
);
alter table organization.role_holder enable row level security;
alter table organization.role_holder force row level security;
create policy backup_reads on organization.role_holder for select to formwork_backup using true;
create policy in_space on organization.role_holder to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select on organization.role_holder to formwork_app;
grant select on organization.role_holder to formwork_backup;

create table organization.role_member (
  space_id text not null,
  role_id uuid not null,
  account_id uuid not null,
  constraint role_member_pkey PRIMARY KEY (space_id, role_id, account_id),
  constraint role_member_role FOREIGN KEY (space_id, role_id) REFERENCES organization.role(space_id, id) ON DELETE CASCADE
);
alter table organization.role_member enable row level security;
alter table organization.role_member force row level security;
create policy backup_reads on organization.role_member for select to formwork_backup using true;
create policy in_space on organization.role_member to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select on organization.role_member to formwork_app;
grant select on organization.role_member to formwork_backup;

create table organization.supplier (
  space_id text not null,
  id uuid not null,
  name text not null,
  credit_code text not null default ''::text,
  contact text not null default ''::text,
  phone text not null default ''::text,
  note text not null default ''::text,
  disabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint supplier_pkey PRIMARY KEY (space_id, id),
  constraint supplier_name_key UNIQUE (space_id, name)
);
alter table organization.supplier enable row level security;
alter table organization.supplier force row level security;
create policy backup_reads on organization.supplier for select to formwork_backup using true;
create policy in_space on organization.supplier to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.supplier to formwork_app;
grant select on organization.supplier to formwork_backup;

create table organization.user_group (
  space_id text not null,
  id uuid not null,
  name text not null,
  kind text not null,
  owner_id uuid not null,
  app_ids text[] not null default '{}'::text[],
  scope jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint user_group_pkey PRIMARY KEY (space_id, id),
  constraint user_group_kind_check CHECK ((kind = ANY (ARRAY['private'::text, 'public'::text])))
);
CREATE UNIQUE INDEX user_group_name_key ON organization.user_group USING btree (space_id, name) WHERE (kind = 'public'::text);
CREATE UNIQUE INDEX user_group_own_name_key ON organization.user_group USING btree (space_id, owner_id, name) WHERE (kind = 'private'::text);
alter table organization.user_group enable row level security;
alter table organization.user_group force row level security;
create policy backup_reads on organization.user_group for select to formwork_backup using true;
create policy in_space on organization.user_group to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on organization.user_group to formwork_app;
grant select on organization.user_group to formwork_backup;

-- ==== packages ====

create schema packages;
grant usage on schema packages to formwork_app;
grant usage on schema packages to formwork_backup;

create table packages.install (
  space_id text not null,
  id uuid not null,
  key text not null,
  version text not null,
  name jsonb not null,
  needs jsonb not null,
  app_id text,
  state text not null default 'planned'::text,
  after_id uuid,
  theirs jsonb not null default '[]'::jsonb,
  run_id uuid,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  applied_at timestamp with time zone,
  signed_by text,
  constraint install_pkey PRIMARY KEY (space_id, id),
  constraint install_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'rolled_back'::text, 'superseded'::text])))
);
CREATE INDEX install_key ON packages.install USING btree (space_id, key, applied_at DESC);
alter table packages.install enable row level security;
alter table packages.install force row level security;
create policy backup_reads on packages.install for select to formwork_backup using true;
create policy in_space on packages.install to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on packages.install to formwork_app;
grant select on packages.install to formwork_backup;

create table packages.packed (
  space_id text not null,
  app_id text not null,
  key text not null,
  version text not null,
  packed_by uuid not null,
  packed_at timestamp with time zone not null default now(),
  constraint packed_pkey PRIMARY KEY (space_id, app_id)
);
alter table packages.packed enable row level security;
alter table packages.packed force row level security;
create policy backup_reads on packages.packed for select to formwork_backup using true;
create policy in_space on packages.packed to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on packages.packed to formwork_app;
grant select on packages.packed to formwork_backup;

create table packages.part (
  space_id text not null,
  install_id uuid not null,
  kind text not null,
  id text not null,
  local_id text,
  "position" integer not null,
  name jsonb not null,
  body jsonb not null,
  released boolean not null,
  before jsonb,
  applied jsonb,
  outcome jsonb,
  constraint part_pkey PRIMARY KEY (space_id, install_id, kind, id),
  constraint part_space_id_install_id_fkey FOREIGN KEY (space_id, install_id) REFERENCES packages.install(space_id, id) ON DELETE CASCADE
);
alter table packages.part enable row level security;
alter table packages.part force row level security;
create policy backup_reads on packages.part for select to formwork_backup using true;
create policy in_space on packages.part to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on packages.part to formwork_app;
grant select on packages.part to formwork_backup;

-- ==== platform ====

create schema platform;
grant usage on schema platform to formwork_app;
grant usage on schema platform to formwork_backup;
grant usage on schema platform to formwork_dispatcher;

CREATE OR REPLACE FUNCTION platform.joined(texts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select array_to_string(texts, ' ') $function$

grant execute on function platform.joined(text[]) to public;
grant execute on function platform.joined(text[]) to formwork_app;

CREATE OR REPLACE FUNCTION platform.touched(row_count bigint, part text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if row_count = 0 then raise exception using errcode = 'no_data_found', message = part; end if;
end
$function$

grant execute on function platform.touched(bigint,text) to public;

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
  kind text not null,
  about text not null,
  constraint audit_pkey PRIMARY KEY (space_id, seq)
);
CREATE INDEX audit_actor ON platform.audit USING btree (space_id, actor, at, seq);
CREATE INDEX audit_at ON platform.audit USING btree (space_id, at, seq);
CREATE INDEX audit_deputy ON platform.audit USING btree (space_id, ((data ->> 'deputy'::text)), at DESC, seq DESC) WHERE ((data ->> 'deputy'::text) IS NOT NULL);
CREATE INDEX audit_kind ON platform.audit USING btree (space_id, kind, at, seq) WHERE (kind <> 'record'::text);
CREATE INDEX audit_subject ON platform.audit USING btree (space_id, subject, at, seq) WHERE (subject <> ''::text);
alter table platform.audit enable row level security;
alter table platform.audit force row level security;
create policy backup_reads on platform.audit for select to formwork_backup using true;
create policy dispatcher_writes on platform.audit to formwork_dispatcher using true with check true;
create policy in_space on platform.audit for select to formwork_app using (space_id = current_setting('app.space_id'::text, true));
grant select on platform.audit to formwork_app;
grant select on platform.audit to formwork_backup;
grant select on platform.audit to formwork_dispatcher;

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
  constraint event_pkey PRIMARY KEY (xid, id, at)
) partition by range (at);
alter table platform.event enable row level security;
alter table platform.event force row level security;
create policy backup_reads on platform.event for select to formwork_backup using true;
create policy dispatcher_reads on platform.event for select to formwork_dispatcher using true;
create policy in_space on platform.event to formwork_app using (space_id = current_setting('app.space_id'::text, true));
grant insert, select on platform.event to formwork_app;
grant select on platform.event to formwork_backup;
grant select on platform.event to formwork_dispatcher;

create table platform.event_cluster (
  id smallint not null default 1,
  system_identifier text not null,
  constraint event_cluster_pkey PRIMARY KEY (id),
  constraint event_cluster_id_check CHECK ((id = 1))
);
grant select on platform.event_cluster to formwork_backup;

create table platform.event_cursor (
  subscriber text not null,
  stream text not null,
  xid xid8 not null,
  id uuid not null,
  constraint event_cursor_pkey PRIMARY KEY (subscriber, stream)
);
grant select on platform.event_cursor to formwork_backup;
grant insert, select, update on platform.event_cursor to formwork_dispatcher;

create table platform.event_lag (
  subscriber text not null,
  waiting bigint not null,
  since timestamp with time zone,
  seen_at timestamp with time zone not null,
  constraint event_lag_pkey PRIMARY KEY (subscriber)
);
grant select on platform.event_lag to formwork_backup;
grant delete, insert, select, update on platform.event_lag to formwork_dispatcher;

create table platform.failed_event (
  subscriber text not null,
  event_id uuid not null,
  space_id text not null,
  type text not null,
  error text not null,
  failed_at timestamp with time zone not null default now(),
  subject text not null default ''::text,
  actor uuid,
  at timestamp with time zone,
  request_id text not null default ''::text,
  ip text not null default ''::text,
  data jsonb,
  tries integer not null default 5,
  asked_at timestamp with time zone,
  constraint failed_event_pkey PRIMARY KEY (subscriber, event_id)
);
CREATE INDEX failed_event_asked_at ON platform.failed_event USING btree (asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX failed_event_failed_at ON platform.failed_event USING btree (failed_at DESC, event_id DESC, subscriber);
alter table platform.failed_event enable row level security;
alter table platform.failed_event force row level security;
create policy backup_reads on platform.failed_event for select to formwork_backup using true;
create policy dispatcher_writes on platform.failed_event to formwork_dispatcher using true with check true;
create policy in_space on platform.failed_event to formwork_app using (space_id = current_setting('app.space_id'::text, true));
grant select on platform.failed_event to formwork_app;
grant select on platform.failed_event to formwork_backup;
grant delete, insert, select, update on platform.failed_event to formwork_dispatcher;

create table platform.held_space (
  id text not null,
  restoring boolean not null default false,
  held boolean not null default false,
  restored_at timestamp with time zone not null default now(),
  restored_from timestamp with time zone not null,
  returned jsonb not null default '[]'::jsonb,
  constraint held_space_pkey PRIMARY KEY (id)
);
grant delete, select on platform.held_space to formwork_app;
grant select on platform.held_space to formwork_backup;

create table platform.installation (
  one boolean not null default true,
  id uuid not null default gen_random_uuid(),
  held boolean not null default false,
  restored_at timestamp with time zone,
  restored_from timestamp with time zone,
  let_go_at timestamp with time zone,
  queue_behind boolean not null default false,
  returned jsonb not null default '[]'::jsonb,
  constraint installation_pkey PRIMARY KEY (one),
  constraint installation_one_check CHECK (one)
);
grant select, update (held, let_go_at, queue_behind) on platform.installation to formwork_app;
grant select on platform.installation to formwork_backup;

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
create policy backup_reads on platform.job for select to formwork_backup using true;
create policy in_space on platform.job to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on platform.job to formwork_app;
grant select on platform.job to formwork_backup;

create table platform.migration (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);
grant select on platform.migration to formwork_backup;

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
  tried_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (space_id, id),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'kept'::text])))
);
CREATE INDEX outbox_latest ON platform.outbox USING btree (space_id, created_at DESC);
CREATE INDEX outbox_tried ON platform.outbox USING btree (space_id, kind, tried_at DESC) WHERE (tried_at IS NOT NULL);
alter table platform.outbox enable row level security;
alter table platform.outbox force row level security;
create policy backup_reads on platform.outbox for select to formwork_backup using true;
create policy in_space on platform.outbox to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on platform.outbox to formwork_app;
grant select on platform.outbox to formwork_backup;

create table platform.outgoing_range (
  space_id text not null,
  ranges text[] not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint outgoing_range_pkey PRIMARY KEY (space_id)
);
alter table platform.outgoing_range enable row level security;
alter table platform.outgoing_range force row level security;
create policy backup_reads on platform.outgoing_range for select to formwork_backup using true;
create policy dispatcher_reads on platform.outgoing_range for select to formwork_dispatcher using true;
create policy in_space on platform.outgoing_range to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on platform.outgoing_range to formwork_app;
grant select on platform.outgoing_range to formwork_backup;
grant select on platform.outgoing_range to formwork_dispatcher;

create table platform.removed_content (
  key text not null,
  removed_at timestamp with time zone not null default now(),
  constraint removed_content_pkey PRIMARY KEY (key)
);
CREATE INDEX removed_content_at ON platform.removed_content USING btree (removed_at);
grant delete, insert, select on platform.removed_content to formwork_app;
grant select on platform.removed_content to formwork_backup;

create table platform.space_migration (
  space_id text not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint space_migration_pkey PRIMARY KEY (space_id, name)
);
alter table platform.space_migration enable row level security;
alter table platform.space_migration force row level security;
create policy backup_reads on platform.space_migration for select to formwork_backup using true;
create policy in_space on platform.space_migration to public using (space_id = current_setting('app.space_id'::text, true));
grant select on platform.space_migration to formwork_app;
grant select on platform.space_migration to formwork_backup;

create table platform.tries (
  key text not null,
  tries integer not null,
  ends_at timestamp with time zone not null,
  constraint tries_pkey PRIMARY KEY (key)
);
CREATE INDEX tries_ends ON platform.tries USING btree (ends_at);
grant delete, insert, select, update on platform.tries to formwork_app;
grant select on platform.tries to formwork_backup;

-- ==== printing ====

create schema printing;
grant usage on schema printing to formwork_app;
grant usage on schema printing to formwork_backup;

create table printing.template (
  space_id text not null,
  id uuid not null,
  form_id text not null,
  is_default boolean not null default false,
  constraint template_pkey PRIMARY KEY (space_id, id)
);
CREATE UNIQUE INDEX template_default_key ON printing.template USING btree (space_id, form_id) WHERE is_default;
CREATE INDEX template_form ON printing.template USING btree (space_id, form_id);
alter table printing.template enable row level security;
alter table printing.template force row level security;
create policy backup_reads on printing.template for select to formwork_backup using true;
create policy in_space on printing.template to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on printing.template to formwork_app;
grant select on printing.template to formwork_backup;

-- ==== profile ====

create schema profile;
grant usage on schema profile to formwork_app;
grant usage on schema profile to formwork_backup;

create table profile.profile (
  space_id text not null,
  account_id uuid not null,
  gender text,
  birthday date,
  qq text,
  id_card text,
  address text,
  signature text,
  extension text,
  entry_date date,
  job_description text,
  portrait uuid,
  portrait_original uuid,
  drawn_signature uuid,
  steps_closed boolean not null default false,
  constraint profile_pkey PRIMARY KEY (space_id, account_id),
  constraint profile_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text])))
);
alter table profile.profile enable row level security;
alter table profile.profile force row level security;
create policy backup_reads on profile.profile for select to formwork_backup using true;
create policy in_space on profile.profile to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on profile.profile to formwork_app;
grant select on profile.profile to formwork_backup;

-- ==== review ====

create schema review;
grant usage on schema review to formwork_app;
grant usage on schema review to formwork_backup;

create table review.change (
  space_id text not null,
  id uuid not null,
  action text not null,
  input jsonb not null,
  subject text not null,
  before jsonb,
  prepared_by uuid not null,
  prepared_at timestamp with time zone not null default now(),
  state text not null default 'waiting'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  failure text,
  after jsonb,
  password text,
  password_for uuid,
  constraint change_pkey PRIMARY KEY (space_id, id),
  constraint change_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'releasing'::text, 'released'::text, 'rejected'::text, 'withdrawn'::text, 'failed'::text])))
);
CREATE INDEX change_waiting ON review.change USING btree (space_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'releasing'::text]));
alter table review.change enable row level security;
alter table review.change force row level security;
create policy backup_reads on review.change for select to formwork_backup using true;
create policy in_space on review.change to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on review.change to formwork_app;
grant select on review.change to formwork_backup;

create table review.separation (
  space_id text not null,
  enabled boolean not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint separation_pkey PRIMARY KEY (space_id)
);
alter table review.separation enable row level security;
alter table review.separation force row level security;
create policy backup_reads on review.separation for select to formwork_backup using true;
create policy in_space on review.separation to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on review.separation to formwork_app;
grant select on review.separation to formwork_backup;

-- ==== schedules ====

create schema schedules;
grant usage on schema schedules to formwork_app;
grant usage on schema schedules to formwork_backup;
grant usage on schema schedules to formwork_dispatcher;

create table schedules.due (
  space_id text not null,
  schedule uuid not null,
  due timestamp with time zone not null,
  run uuid not null,
  state text not null default 'ready'::text,
  attempts integer not null default 0,
  error text,
  constraint due_pkey PRIMARY KEY (space_id, schedule, due),
  constraint due_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'started'::text, 'ended'::text, 'skipped'::text, 'failed'::text])))
);
CREATE INDEX due_old ON schedules.due USING btree (space_id, due);
CREATE INDEX due_open ON schedules.due USING btree (due) WHERE (state = ANY (ARRAY['ready'::text, 'waiting'::text]));
CREATE INDEX due_running ON schedules.due USING btree (space_id, schedule) WHERE (state = 'started'::text);
alter table schedules.due enable row level security;
alter table schedules.due force row level security;
create policy backup_reads on schedules.due for select to formwork_backup using true;
create policy dispatcher_leads on schedules.due to formwork_dispatcher using true;
create policy in_space on schedules.due to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on schedules.due to formwork_app;
grant select on schedules.due to formwork_backup;
grant insert, select, update on schedules.due to formwork_dispatcher;

create table schedules.schedule (
  space_id text not null,
  id uuid not null,
  of_kind text not null,
  of_id text not null,
  cron text,
  every integer,
  at timestamp with time zone,
  zone text,
  workdays boolean not null default false,
  "window" jsonb,
  overlap text not null,
  missed text not null,
  paused boolean not null default false,
  since timestamp with time zone not null,
  next_at timestamp with time zone,
  after_at timestamp with time zone,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint schedule_pkey PRIMARY KEY (space_id, id),
  constraint schedule_missed_check CHECK ((missed = ANY (ARRAY['once'::text, 'skip'::text, 'all'::text]))),
  constraint schedule_overlap_check CHECK ((overlap = ANY (ARRAY['skip'::text, 'wait'::text, 'parallel'::text, 'replace'::text])))
);
CREATE INDEX schedule_ahead ON schedules.schedule USING btree (next_at) WHERE ((NOT paused) AND (next_at IS NOT NULL) AND (after_at IS NULL) AND (at IS NULL));
CREATE INDEX schedule_next ON schedules.schedule USING btree (next_at) WHERE ((NOT paused) AND (next_at IS NOT NULL));
CREATE INDEX schedule_of ON schedules.schedule USING btree (space_id, of_kind, of_id);
alter table schedules.schedule enable row level security;
alter table schedules.schedule force row level security;
create policy backup_reads on schedules.schedule for select to formwork_backup using true;
create policy dispatcher_leads on schedules.schedule to formwork_dispatcher using true;
create policy in_space on schedules.schedule to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on schedules.schedule to formwork_app;
grant select on schedules.schedule to formwork_backup;
grant insert, select, update on schedules.schedule to formwork_dispatcher;

-- ==== space_ID ====

create schema space_ID;
grant usage on schema space_ID to formwork_app;
grant usage on schema space_ID to formwork_backup;
grant usage on schema space_ID to formwork_dispatcher;

create table space_ID.action_done (
  key text not null,
  output jsonb not null,
  at timestamp with time zone not null,
  constraint action_done_pkey PRIMARY KEY (key)
);
CREATE INDEX action_done_at ON space_ID.action_done USING btree (at);
grant delete, insert, select on space_ID.action_done to formwork_app;
grant select on space_ID.action_done to formwork_backup;

create table space_ID.analytics_alert (
  id uuid not null,
  owner uuid not null,
  chart uuid not null,
  figure text not null,
  side text not null,
  raise_at numeric not null,
  clear_at numeric not null,
  hold integer not null,
  ways text[] not null,
  enabled boolean not null default true,
  problem text,
  judged_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  receivers jsonb not null,
  locale text not null default 'zh-CN'::text,
  constraint analytics_alert_pkey PRIMARY KEY (id),
  constraint analytics_alert_side_check CHECK ((side = ANY (ARRAY['above'::text, 'below'::text])))
);
CREATE INDEX analytics_alert_chart ON space_ID.analytics_alert USING btree (chart);
CREATE INDEX analytics_alert_enabled ON space_ID.analytics_alert USING btree (id) WHERE enabled;
grant delete, insert, select, update on space_ID.analytics_alert to formwork_app;
grant select on space_ID.analytics_alert to formwork_backup;

create table space_ID.analytics_alert_state (
  alert uuid not null,
  of text not null,
  label text not null,
  state text not null,
  since timestamp with time zone not null,
  value numeric,
  constraint analytics_alert_state_pkey PRIMARY KEY (alert, of),
  constraint analytics_alert_state_alert_fkey FOREIGN KEY (alert) REFERENCES space_ID.analytics_alert(id) ON DELETE CASCADE,
  constraint analytics_alert_state_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'raised'::text, 'clearing'::text])))
);
grant delete, insert, select, update on space_ID.analytics_alert_state to formwork_app;
grant select on space_ID.analytics_alert_state to formwork_backup;

create table space_ID.analytics_comment (
  id uuid not null,
  command uuid not null,
  kind text not null,
  thing uuid not null,
  author uuid not null,
  deputy uuid,
  text text not null,
  mentions uuid[] not null default '{}'::uuid[],
  at timestamp with time zone not null default now(),
  constraint analytics_comment_pkey PRIMARY KEY (id),
  constraint analytics_comment_kind_check CHECK ((kind = ANY (ARRAY['chart'::text, 'dashboard'::text, 'screen'::text])))
);
CREATE UNIQUE INDEX analytics_comment_command ON space_ID.analytics_comment USING btree (author, command);
CREATE INDEX analytics_comment_thing ON space_ID.analytics_comment USING btree (kind, thing, id);
grant delete, insert, select on space_ID.analytics_comment to formwork_app;
grant select on space_ID.analytics_comment to formwork_backup;

create table space_ID.analytics_embedding (
  id uuid not null,
  kind text not null,
  thing uuid not null,
  origins text[] not null,
  sources text[] not null,
  expires_at timestamp with time zone not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  revoked_by uuid,
  opened integer not null default 0,
  last_opened_at timestamp with time zone,
  constraint analytics_embedding_pkey PRIMARY KEY (id),
  constraint analytics_embedding_kind_check CHECK ((kind = ANY (ARRAY['chart'::text, 'dashboard'::text, 'screen'::text])))
);
CREATE INDEX analytics_embedding_thing ON space_ID.analytics_embedding USING btree (kind, thing, id);
grant delete, insert, select, update on space_ID.analytics_embedding to formwork_app;
grant select on space_ID.analytics_embedding to formwork_backup;

create table space_ID.analytics_extract (
  dataset uuid not null,
  release integer not null,
  file text,
  before text,
  rows bigint,
  bytes bigint,
  cut boolean not null default false,
  gone text[] not null default '{}'::text[],
  read_at timestamp with time zone,
  took_ms integer,
  tried_at timestamp with time zone not null default now(),
  error jsonb,
  busy_until timestamp with time zone,
  deltas jsonb not null default '[]'::jsonb,
  mark jsonb,
  shape text,
  not_growing text,
  whole_at timestamp with time zone,
  delta_ms integer,
  delta_until timestamp with time zone,
  before_deltas text[] not null default '{}'::text[],
  constraint analytics_extract_pkey PRIMARY KEY (dataset)
);
grant delete, insert, select, update on space_ID.analytics_extract to formwork_app;
grant select on space_ID.analytics_extract to formwork_backup;

create table space_ID.analytics_look (
  kind text not null,
  thing uuid not null,
  day date not null,
  person uuid not null,
  n integer not null,
  last timestamp with time zone not null default now(),
  constraint analytics_look_pkey PRIMARY KEY (kind, thing, day, person),
  constraint analytics_look_kind_check CHECK ((kind = ANY (ARRAY['chart'::text, 'dashboard'::text, 'screen'::text])))
);
CREATE INDEX analytics_look_day ON space_ID.analytics_look USING btree (day);
grant delete, insert, select, update on space_ID.analytics_look to formwork_app;
grant select on space_ID.analytics_look to formwork_backup;

create table space_ID.analytics_sent (
  run uuid not null,
  receiver uuid not null,
  at timestamp with time zone not null default now(),
  kind text,
  thing uuid,
  picture bytea,
  constraint analytics_sent_pkey PRIMARY KEY (run, receiver)
);
CREATE INDEX analytics_sent_at ON space_ID.analytics_sent USING btree (at);
grant delete, insert, select, update on space_ID.analytics_sent to formwork_app;
grant select on space_ID.analytics_sent to formwork_backup;

create table space_ID.analytics_start_page (
  person uuid not null,
  kind text not null,
  thing uuid not null,
  constraint analytics_start_page_pkey PRIMARY KEY (person),
  constraint analytics_start_page_kind_check CHECK ((kind = ANY (ARRAY['chart'::text, 'dashboard'::text, 'screen'::text])))
);
grant delete, insert, select, update on space_ID.analytics_start_page to formwork_app;
grant select on space_ID.analytics_start_page to formwork_backup;

create table space_ID.analytics_subscription (
  id uuid not null,
  owner uuid not null,
  kind text not null,
  thing uuid not null,
  ways text[] not null,
  created_at timestamp with time zone not null default now(),
  receivers jsonb not null,
  locale text not null default 'zh-CN'::text,
  constraint analytics_subscription_pkey PRIMARY KEY (id),
  constraint analytics_subscription_kind_check CHECK ((kind = ANY (ARRAY['chart'::text, 'dashboard'::text, 'screen'::text])))
);
CREATE INDEX analytics_subscription_thing ON space_ID.analytics_subscription USING btree (kind, thing);
grant delete, insert, select, update on space_ID.analytics_subscription to formwork_app;
grant select on space_ID.analytics_subscription to formwork_backup;

create table space_ID.assets_access (
  id smallint not null,
  way text not null,
  app text,
  form text,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint assets_access_pkey PRIMARY KEY (id),
  constraint assets_access_id_check CHECK ((id = 1)),
  constraint assets_access_way_check CHECK ((way = ANY (ARRAY['direct'::text, 'process'::text])))
);
grant delete, insert, select, update on space_ID.assets_access to formwork_app;
grant select on space_ID.assets_access to formwork_backup;

create table space_ID.assets_asset (
  id integer not null generated always as identity,
  kind text not null,
  ref text not null,
  guard text not null,
  title jsonb not null,
  sort text not null,
  about text not null default ''::text,
  place jsonb not null default '{"zh": ""}'::jsonb,
  address jsonb not null default '{}'::jsonb,
  state text not null default 'live'::text,
  owner uuid,
  stewards uuid[] not null default '{}'::uuid[],
  domain uuid,
  terms uuid[] not null default '{}'::uuid[],
  tags text[] not null default '{}'::text[],
  category uuid,
  category_by text,
  certified text not null default 'none'::text,
  certified_by uuid,
  certified_at timestamp with time zone,
  sensitivity smallint not null default 0,
  retention integer,
  column_count integer not null default 0,
  unread text,
  release text not null default ''::text,
  content text not null default ''::text,
  pinyin text not null default ''::text,
  keys integer[] not null default '{}'::integer[],
  score smallint,
  used integer not null default 0,
  used_at timestamp with time zone,
  facts jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  gone_at timestamp with time zone,
  age_column text,
  age_by uuid,
  retention_then text not null default 'review'::text,
  oldest timestamp with time zone,
  newest timestamp with time zone,
  aged_at timestamp with time zone,
  age_why text,
  kept_until date,
  kept_why text not null default ''::text,
  overdue_told timestamp with time zone,
  constraint assets_asset_pkey PRIMARY KEY (id),
  constraint assets_asset_category_by_check CHECK ((category_by = ANY (ARRAY['rule'::text, 'hand'::text]))),
  constraint assets_asset_certified_check CHECK ((certified = ANY (ARRAY['none'::text, 'proposed'::text, 'certified'::text]))),
  constraint assets_asset_retention_then_check CHECK ((retention_then = ANY (ARRAY['delete'::text, 'archive'::text, 'anonymise'::text, 'review'::text]))),
  constraint assets_asset_state_check CHECK ((state = ANY (ARRAY['live'::text, 'deprecated'::text, 'external'::text, 'gone'::text])))
);
CREATE INDEX assets_asset_category ON space_ID.assets_asset USING btree (category, sort, id) WHERE (category IS NOT NULL);
CREATE INDEX assets_asset_changed ON space_ID.assets_asset USING btree (changed_at DESC, id);
CREATE INDEX assets_asset_domain ON space_ID.assets_asset USING btree (domain, sort, id) WHERE (domain IS NOT NULL);
CREATE UNIQUE INDEX assets_asset_key ON space_ID.assets_asset USING btree (kind, ref);
CREATE INDEX assets_asset_keys ON space_ID.assets_asset USING gin (keys);
CREATE INDEX assets_asset_kind ON space_ID.assets_asset USING btree (kind, sort, id);
CREATE INDEX assets_asset_retention ON space_ID.assets_asset USING btree (retention) WHERE (retention IS NOT NULL);
CREATE INDEX assets_asset_sort ON space_ID.assets_asset USING btree (sort, id);
CREATE INDEX assets_asset_tags ON space_ID.assets_asset USING gin (tags);
grant delete, insert, select, update on space_ID.assets_asset to formwork_app;
grant select on space_ID.assets_asset to formwork_backup;

create sequence space_ID.assets_asset_id_seq;

create table space_ID.assets_category (
  id uuid not null,
  parent uuid,
  name jsonb not null,
  about text not null default ''::text,
  "position" double precision not null,
  rule jsonb,
  changed_at timestamp with time zone not null default now(),
  constraint assets_category_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on space_ID.assets_category to formwork_app;
grant select on space_ID.assets_category to formwork_backup;

create table space_ID.assets_check (
  rule uuid not null,
  at timestamp with time zone not null,
  asset integer not null,
  checked bigint not null,
  failed bigint not null,
  value double precision,
  state text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint assets_check_pkey PRIMARY KEY (rule, at)
);
CREATE INDEX assets_check_asset ON space_ID.assets_check USING btree (asset, at);
grant delete, insert, select, update on space_ID.assets_check to formwork_app;
grant select on space_ID.assets_check to formwork_backup;

create table space_ID.assets_column (
  asset integer not null,
  id smallint not null,
  key text not null,
  title jsonb not null,
  type text not null,
  "position" smallint not null,
  about text not null default ''::text,
  sensitivity smallint not null default 0,
  proposed text,
  proposed_share real,
  decided boolean not null default false,
  term uuid,
  valid_from timestamp with time zone not null default now(),
  valid_to timestamp with time zone,
  constraint assets_column_pkey PRIMARY KEY (asset, id)
);
CREATE INDEX assets_column_proposed ON space_ID.assets_column USING btree (asset) WHERE ((proposed IS NOT NULL) AND (NOT decided));
grant delete, insert, select, update on space_ID.assets_column to formwork_app;
grant select on space_ID.assets_column to formwork_backup;

create table space_ID.assets_contract (
  asset integer not null,
  body jsonb not null,
  version integer not null,
  state text not null,
  broken jsonb not null default '[]'::jsonb,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint assets_contract_pkey PRIMARY KEY (asset),
  constraint assets_contract_state_check CHECK ((state = ANY (ARRAY['kept'::text, 'broken'::text])))
);
grant delete, insert, select, update on space_ID.assets_contract to formwork_app;
grant select on space_ID.assets_contract to formwork_backup;

create table space_ID.assets_edge (
  id bigint not null generated always as identity,
  from_asset integer not null,
  from_col smallint not null,
  to_asset integer not null,
  to_col smallint not null,
  kind text not null,
  via integer not null,
  reason text not null default ''::text,
  made_by uuid,
  valid_from timestamp with time zone not null default now(),
  valid_to timestamp with time zone,
  constraint assets_edge_pkey PRIMARY KEY (id),
  constraint assets_edge_kind_check CHECK ((kind = ANY (ARRAY['value'::text, 'condition'::text, 'join'::text, 'filter'::text, 'group'::text, 'sort'::text, 'window'::text, 'manual'::text])))
);
CREATE UNIQUE INDEX assets_edge_key ON space_ID.assets_edge USING btree (from_asset, from_col, to_asset, to_col, kind, via) WHERE (valid_to IS NULL);
CREATE INDEX assets_edge_to ON space_ID.assets_edge USING btree (to_asset);
CREATE INDEX assets_edge_via ON space_ID.assets_edge USING btree (via) WHERE (valid_to IS NULL);
grant delete, insert, select, update on space_ID.assets_edge to formwork_app;
grant select on space_ID.assets_edge to formwork_backup;

create sequence space_ID.assets_edge_id_seq;

create table space_ID.assets_follow (
  asset integer not null,
  person uuid not null,
  constraint assets_follow_pkey PRIMARY KEY (asset, person)
);
grant delete, insert, select, update on space_ID.assets_follow to formwork_app;
grant select on space_ID.assets_follow to formwork_backup;

create table space_ID.assets_grant (
  request uuid not null,
  form text not null,
  rule text not null,
  ended_at timestamp with time zone,
  constraint assets_grant_pkey PRIMARY KEY (request)
);
grant delete, insert, select, update on space_ID.assets_grant to formwork_app;
grant select on space_ID.assets_grant to formwork_backup;

create table space_ID.assets_incident (
  id uuid not null,
  asset integer not null,
  rule uuid,
  title text not null,
  state text not null,
  owner uuid,
  note text not null default ''::text,
  good_runs smallint not null default 0,
  opened_at timestamp with time zone not null default now(),
  reopened integer not null default 0,
  solved_at timestamp with time zone,
  constraint assets_incident_pkey PRIMARY KEY (id),
  constraint assets_incident_state_check CHECK ((state = ANY (ARRAY['open'::text, 'taken'::text, 'working'::text, 'solved'::text])))
);
CREATE INDEX assets_incident_asset ON space_ID.assets_incident USING btree (asset, opened_at DESC, id DESC);
CREATE INDEX assets_incident_by_state ON space_ID.assets_incident USING btree (state, opened_at DESC, id DESC);
CREATE UNIQUE INDEX assets_incident_open ON space_ID.assets_incident USING btree (asset, rule) WHERE (state <> 'solved'::text);
CREATE INDEX assets_incident_unsolved ON space_ID.assets_incident USING btree (opened_at DESC, id DESC) WHERE (state <> 'solved'::text);
grant delete, insert, select, update on space_ID.assets_incident to formwork_app;
grant select on space_ID.assets_incident to formwork_backup;

create table space_ID.assets_outside (
  run text not null,
  type text not null,
  hash text not null,
  job text not null,
  at timestamp with time zone not null,
  told jsonb not null default '{}'::jsonb,
  constraint assets_outside_pkey PRIMARY KEY (run, type, hash)
);
CREATE INDEX assets_outside_at ON space_ID.assets_outside USING btree (at);
grant delete, insert, select, update on space_ID.assets_outside to formwork_app;
grant select on space_ID.assets_outside to formwork_backup;

create table space_ID.assets_receiver (
  id uuid not null,
  name text not null,
  connection uuid not null,
  path text not null,
  enabled boolean not null,
  set_by uuid not null,
  version integer not null default 1,
  cursor bigint not null,
  sent bigint not null default 0,
  sent_at timestamp with time zone,
  refused bigint not null default 0,
  failures integer not null default 0,
  failure text,
  failed_at timestamp with time zone,
  next_at timestamp with time zone not null default now(),
  busy_until timestamp with time zone,
  constraint assets_receiver_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on space_ID.assets_receiver to formwork_app;
grant select on space_ID.assets_receiver to formwork_backup;

create table space_ID.assets_remark (
  id uuid not null,
  asset integer not null,
  by uuid not null,
  at timestamp with time zone not null default now(),
  text text not null,
  constraint assets_remark_pkey PRIMARY KEY (id)
);
CREATE INDEX assets_remark_page ON space_ID.assets_remark USING btree (asset, at DESC, id DESC);
grant delete, insert, select, update on space_ID.assets_remark to formwork_app;
grant select on space_ID.assets_remark to formwork_backup;

create table space_ID.assets_request (
  id uuid not null,
  asset integer not null,
  person uuid not null,
  reason text not null,
  until timestamp with time zone,
  state text not null,
  note text not null default ''::text,
  asked_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp with time zone,
  sensitive boolean not null default false,
  form text,
  record uuid,
  claim uuid,
  claimed_at timestamp with time zone,
  constraint assets_request_pkey PRIMARY KEY (id),
  constraint assets_request_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'approved'::text, 'granted'::text, 'refused'::text, 'ended'::text])))
);
CREATE INDEX assets_request_of ON space_ID.assets_request USING btree (asset, asked_at DESC, id DESC);
CREATE UNIQUE INDEX assets_request_open ON space_ID.assets_request USING btree (asset, person) WHERE (state = 'asked'::text);
CREATE INDEX assets_request_page ON space_ID.assets_request USING btree (asked_at DESC, id DESC);
CREATE INDEX assets_request_person ON space_ID.assets_request USING btree (person, asked_at DESC, id DESC);
CREATE INDEX assets_request_record ON space_ID.assets_request USING btree (record) WHERE (record IS NOT NULL);
CREATE INDEX assets_request_until ON space_ID.assets_request USING btree (until) WHERE ((state = 'granted'::text) AND (until IS NOT NULL));
grant delete, insert, select, update on space_ID.assets_request to formwork_app;
grant select on space_ID.assets_request to formwork_backup;

create table space_ID.assets_rule (
  id uuid not null,
  asset integer not null,
  name text not null,
  spec jsonb not null,
  severity text not null,
  enabled boolean not null default true,
  made_by uuid not null,
  state text not null default 'new'::text,
  checked_at timestamp with time zone,
  changed_at timestamp with time zone not null default now(),
  constraint assets_rule_pkey PRIMARY KEY (id),
  constraint assets_rule_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'major'::text, 'minor'::text]))),
  constraint assets_rule_state_check CHECK ((state = ANY (ARRAY['new'::text, 'passed'::text, 'failed'::text, 'broken'::text])))
);
CREATE INDEX assets_rule_asset ON space_ID.assets_rule USING btree (asset);
grant delete, insert, select, update on space_ID.assets_rule to formwork_app;
grant select on space_ID.assets_rule to formwork_backup;

create table space_ID.assets_schema (
  asset integer not null,
  number integer not null,
  at timestamp with time zone not null default now(),
  release text not null,
  columns jsonb not null,
  constraint assets_schema_pkey PRIMARY KEY (asset, number)
);
grant delete, insert, select, update on space_ID.assets_schema to formwork_app;
grant select on space_ID.assets_schema to formwork_backup;

create table space_ID.assets_score (
  asset integer not null,
  day date not null,
  score smallint not null,
  constraint assets_score_pkey PRIMARY KEY (asset, day)
);
CREATE INDEX assets_score_day ON space_ID.assets_score USING btree (day);
grant delete, insert, select, update on space_ID.assets_score to formwork_app;
grant select on space_ID.assets_score to formwork_backup;

create table space_ID.assets_told (
  id bigint not null generated always as identity,
  run uuid not null,
  type text not null,
  at timestamp with time zone not null default now(),
  event jsonb not null,
  named jsonb not null,
  constraint assets_told_pkey PRIMARY KEY (id)
);
CREATE INDEX assets_told_at ON space_ID.assets_told USING btree (at);
CREATE UNIQUE INDEX assets_told_key ON space_ID.assets_told USING btree (run, type);
grant delete, insert, select, update on space_ID.assets_told to formwork_app;
grant select on space_ID.assets_told to formwork_backup;

create sequence space_ID.assets_told_id_seq;

create table space_ID.assets_untold (
  run uuid not null,
  at timestamp with time zone not null default now(),
  constraint assets_untold_pkey PRIMARY KEY (run)
);
grant delete, insert, select, update on space_ID.assets_untold to formwork_app;
grant select on space_ID.assets_untold to formwork_backup;

create table space_ID.assets_usage (
  asset integer not null,
  day date not null,
  person uuid not null,
  n integer not null,
  by_kind text not null default 'person'::text,
  ms double precision not null default 0,
  constraint assets_usage_pkey PRIMARY KEY (asset, day, person),
  constraint assets_usage_by_kind_check CHECK ((by_kind = ANY (ARRAY['person'::text, 'application'::text, 'visitor'::text])))
);
CREATE INDEX assets_usage_day ON space_ID.assets_usage USING btree (day);
grant delete, insert, select, update on space_ID.assets_usage to formwork_app;
grant select on space_ID.assets_usage to formwork_backup;

create table space_ID.assets_word (
  id uuid not null,
  kind text not null,
  name jsonb not null,
  about text not null default ''::text,
  also text[] not null default '{}'::text[],
  owner uuid,
  changed_at timestamp with time zone not null default now(),
  names text[] not null default '{}'::text[],
  content text not null default ''::text,
  pinyin text not null default ''::text,
  keys integer[],
  constraint assets_word_pkey PRIMARY KEY (id),
  constraint assets_word_kind_check CHECK ((kind = ANY (ARRAY['domain'::text, 'term'::text])))
);
CREATE INDEX assets_word_also ON space_ID.assets_word USING btree (id) WHERE (also <> '{}'::text[]);
CREATE INDEX assets_word_keys ON space_ID.assets_word USING gin (keys);
CREATE INDEX assets_word_length ON space_ID.assets_word USING btree (length((name ->> 'zh'::text)));
CREATE UNIQUE INDEX assets_word_name ON space_ID.assets_word USING btree (kind, lower((name ->> 'zh'::text)));
CREATE INDEX assets_word_names ON space_ID.assets_word USING gin (names);
CREATE INDEX assets_word_new ON space_ID.assets_word USING btree (id) WHERE (keys IS NULL);
grant delete, insert, select, update on space_ID.assets_word to formwork_app;
grant select on space_ID.assets_word to formwork_backup;

create table space_ID.documents_alone (
  folder_id uuid not null,
  app_id text not null,
  constraint documents_alone_pkey PRIMARY KEY (folder_id),
  constraint documents_alone_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES space_ID.documents_node(id) ON DELETE CASCADE
);
CREATE INDEX documents_alone_app ON space_ID.documents_alone USING btree (app_id);
grant delete, insert, select, update on space_ID.documents_alone to formwork_app;
grant select on space_ID.documents_alone to formwork_backup;

create table space_ID.documents_link (
  document_id uuid not null,
  id uuid not null,
  app_id text not null,
  token_hash bytea not null,
  password_hash text,
  expires_at timestamp with time zone not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  revoked_by uuid,
  opened integer not null default 0,
  last_opened_at timestamp with time zone,
  most integer,
  constraint documents_link_pkey PRIMARY KEY (document_id, id),
  constraint documents_link_document_id_fkey FOREIGN KEY (document_id) REFERENCES space_ID.documents_node(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX documents_link_token ON space_ID.documents_link USING btree (token_hash);
grant delete, insert, select, update on space_ID.documents_link to formwork_app;
grant select on space_ID.documents_link to formwork_backup;

create table space_ID.documents_node (
  id uuid not null,
  app_id text not null,
  parent_id uuid,
  path uuid[] not null,
  kind text not null,
  name text not null,
  name_key text not null,
  version integer not null default 1,
  file_id uuid,
  size bigint,
  media_type text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  modified_by uuid not null,
  modified_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  removed_by uuid,
  constraint documents_node_pkey PRIMARY KEY (id),
  constraint documents_node_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 'document'::text]))),
  constraint documents_node_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES space_ID.documents_node(id)
);
CREATE INDEX documents_node_below ON space_ID.documents_node USING gin (path);
CREATE INDEX documents_node_bin ON space_ID.documents_node USING btree (app_id, removed_at DESC, id) WHERE (removed_at IS NOT NULL);
CREATE INDEX documents_node_large ON space_ID.documents_node USING btree (app_id, parent_id, kind, COALESCE(size, (0)::bigint), id) WHERE (removed_at IS NULL);
CREATE INDEX documents_node_list ON space_ID.documents_node USING btree (app_id, parent_id, kind, name_key COLLATE "zh-x-icu", id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX documents_node_name_key ON space_ID.documents_node USING btree (app_id, parent_id, name_key) NULLS NOT DISTINCT WHERE (removed_at IS NULL);
CREATE INDEX documents_node_recent ON space_ID.documents_node USING btree (app_id, parent_id, kind, modified_at, id) WHERE (removed_at IS NULL);
grant delete, insert, select, update on space_ID.documents_node to formwork_app;
grant select on space_ID.documents_node to formwork_backup;

create table space_ID.documents_rule (
  id uuid not null,
  app_id text not null,
  folder_id uuid,
  subject jsonb not null,
  level text not null,
  constraint documents_rule_pkey PRIMARY KEY (id),
  constraint documents_rule_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES space_ID.documents_node(id) ON DELETE CASCADE,
  constraint documents_rule_level_check CHECK ((level = ANY (ARRAY['view'::text, 'download'::text, 'edit'::text, 'manage'::text])))
);
CREATE INDEX documents_rule_app ON space_ID.documents_rule USING btree (app_id);
grant delete, insert, select, update on space_ID.documents_rule to formwork_app;
grant select on space_ID.documents_rule to formwork_backup;

create table space_ID.documents_version (
  document_id uuid not null,
  number integer not null,
  file_id uuid not null,
  name text not null,
  size bigint not null,
  media_type text not null,
  note text not null default ''::text,
  restored integer,
  made_by uuid not null,
  made_at timestamp with time zone not null default now(),
  constraint documents_version_pkey PRIMARY KEY (document_id, number),
  constraint documents_version_document_id_fkey FOREIGN KEY (document_id) REFERENCES space_ID.documents_node(id) ON DELETE CASCADE
);
grant delete, insert, select, update on space_ID.documents_version to formwork_app;
grant select on space_ID.documents_version to formwork_backup;

create table space_ID.etl_checkpoint (
  task uuid not null,
  source text not null,
  "position" text not null,
  run uuid not null,
  at timestamp with time zone not null,
  constraint etl_checkpoint_pkey PRIMARY KEY (task, source)
);
grant delete, insert, select, update on space_ID.etl_checkpoint to formwork_app;
grant select on space_ID.etl_checkpoint to formwork_backup;

create table space_ID.etl_file (
  run uuid not null,
  node text not null,
  file uuid not null,
  name text not null,
  size bigint not null,
  constraint etl_file_pkey PRIMARY KEY (run, node)
);
grant delete, insert, select, update on space_ID.etl_file to formwork_app;
grant select on space_ID.etl_file to formwork_backup;

create table space_ID.etl_message (
  n bigint not null generated always as identity,
  task uuid not null,
  source text not null,
  topic text not null,
  payload bytea not null,
  at timestamp with time zone not null,
  packet integer,
  constraint etl_message_pkey PRIMARY KEY (n)
);
CREATE INDEX etl_message_source ON space_ID.etl_message USING btree (task, source, n);
grant delete, insert, select on space_ID.etl_message to formwork_app;
grant select on space_ID.etl_message to formwork_backup;

create sequence space_ID.etl_message_n_seq;

create table space_ID.etl_node (
  run uuid not null,
  node text not null,
  part text not null,
  state text not null,
  rows_in bigint not null,
  rows bigint not null,
  rejected bigint not null,
  started timestamp with time zone,
  ended timestamp with time zone,
  report jsonb,
  bytes bigint not null default 0,
  kept jsonb,
  sent jsonb,
  constraint etl_node_pkey PRIMARY KEY (run, node)
);
grant delete, insert, select, update on space_ID.etl_node to formwork_app;
grant select on space_ID.etl_node to formwork_backup;

create table space_ID.etl_parameter (
  name text not null,
  type text not null,
  value text not null,
  constraint etl_parameter_pkey PRIMARY KEY (name),
  constraint etl_parameter_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text])))
);
grant delete, insert, select, update on space_ID.etl_parameter to formwork_app;
grant select on space_ID.etl_parameter to formwork_backup;

create table space_ID.etl_rejected (
  run uuid not null,
  node text not null,
  n integer not null,
  "row" jsonb not null,
  reason text not null,
  state text not null,
  sent_run uuid,
  constraint etl_rejected_pkey PRIMARY KEY (run, node, n),
  constraint etl_rejected_state_check CHECK ((state = ANY (ARRAY['kept'::text, 'sent'::text, 'dropped'::text])))
);
grant delete, insert, select, update on space_ID.etl_rejected to formwork_app;
grant select on space_ID.etl_rejected to formwork_backup;

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
  constraint event_pkey PRIMARY KEY (xid, id, at)
) partition by range (at);
grant insert, select on space_ID.event to formwork_app;
grant select on space_ID.event to formwork_backup;
grant select on space_ID.event to formwork_dispatcher;

create table space_ID.forms_table_sample (
  form_id text not null,
  day date not null,
  rows bigint not null,
  bytes bigint not null,
  constraint forms_table_sample_pkey PRIMARY KEY (form_id, day)
);
grant delete, insert, select, update on space_ID.forms_table_sample to formwork_app;
grant select on space_ID.forms_table_sample to formwork_backup;

create table space_ID.gateway_alert_state (
  rule uuid not null,
  of text not null,
  label text not null,
  state text not null,
  since timestamp with time zone not null,
  value double precision not null,
  constraint gateway_alert_state_pkey PRIMARY KEY (rule, of),
  constraint gateway_alert_state_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'raised'::text, 'clearing'::text])))
);
grant delete, insert, select, update on space_ID.gateway_alert_state to formwork_app;
grant select on space_ID.gateway_alert_state to formwork_backup;

create table space_ID.gateway_log (
  at timestamp with time zone not null,
  id text not null,
  environment text not null,
  api uuid,
  api_name text not null,
  operation text not null,
  application uuid,
  consumer_name text not null,
  method text not null,
  path text not null,
  status integer not null,
  code text not null,
  policy text,
  ms double precision not null,
  upstream_ms double precision,
  bytes_in bigint not null,
  bytes_out bigint not null,
  address text not null,
  detail jsonb not null,
  request_body text,
  response_body text,
  constraint gateway_log_pkey PRIMARY KEY (at, id)
);
CREATE INDEX gateway_log_api ON space_ID.gateway_log USING btree (api, at);
CREATE INDEX gateway_log_id ON space_ID.gateway_log USING btree (id);
grant delete, insert, select on space_ID.gateway_log to formwork_app;
grant select on space_ID.gateway_log to formwork_backup;

create table space_ID.gateway_minute (
  minute timestamp with time zone not null,
  environment text not null,
  api text not null,
  application text not null,
  calls bigint not null,
  refused bigint not null,
  failed bigint not null,
  bytes bigint not null,
  ms double precision not null,
  histogram bigint[] not null,
  source_ms double precision not null default 0,
  constraint gateway_minute_pkey PRIMARY KEY (minute, environment, api, application)
);
grant delete, insert, select, update on space_ID.gateway_minute to formwork_app;
grant select on space_ID.gateway_minute to formwork_backup;

create table space_ID.gateway_upstream (
  environment text not null,
  api uuid not null,
  target text not null,
  url text not null,
  state text not null,
  failures integer not null,
  since timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint gateway_upstream_pkey PRIMARY KEY (environment, api, target),
  constraint gateway_upstream_state_check CHECK ((state = ANY (ARRAY['well'::text, 'ill'::text, 'open'::text])))
);
grant delete, insert, select, update on space_ID.gateway_upstream to formwork_app;
grant select on space_ID.gateway_upstream to formwork_backup;

create table space_ID.iot_device (
  id uuid not null,
  product_id uuid not null,
  name text not null,
  code text not null,
  code_key text not null,
  spelling text not null,
  note text not null,
  key_hash bytea not null,
  key_end text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  last_at timestamp with time zone,
  retired_at timestamp with time zone,
  constraint iot_device_pkey PRIMARY KEY (id),
  constraint iot_device_code_key UNIQUE (code_key),
  constraint iot_device_product_fkey FOREIGN KEY (product_id) REFERENCES space_ID.iot_product(id)
);
CREATE INDEX iot_device_name ON space_ID.iot_device USING btree (name COLLATE "zh-x-icu", id);
CREATE INDEX iot_device_product ON space_ID.iot_device USING btree (product_id);
CREATE UNIQUE INDEX iot_device_secret ON space_ID.iot_device USING btree (key_hash);
grant delete, insert, select, update on space_ID.iot_device to formwork_app;
grant select on space_ID.iot_device to formwork_backup;

create table space_ID.iot_product (
  id uuid not null,
  name text not null,
  name_key text not null,
  note text not null,
  silence integer not null,
  points jsonb not null,
  constraint iot_product_pkey PRIMARY KEY (id),
  constraint iot_product_name_key UNIQUE (name_key)
);
grant delete, insert, select, update on space_ID.iot_product to formwork_app;
grant select on space_ID.iot_product to formwork_backup;

create table space_ID.iot_value (
  device_id uuid not null,
  point text not null,
  value jsonb not null,
  at timestamp with time zone not null,
  constraint iot_value_pkey PRIMARY KEY (device_id, point),
  constraint iot_value_device_id_fkey FOREIGN KEY (device_id) REFERENCES space_ID.iot_device(id)
);
grant delete, insert, select, update on space_ID.iot_value to formwork_app;
grant select on space_ID.iot_value to formwork_backup;

create table space_ID.messages_message (
  id uuid not null,
  person uuid not null,
  kind text not null,
  app_id text,
  form_id text,
  form_title jsonb,
  record_id uuid,
  title text not null,
  by_person uuid,
  principal uuid,
  source text not null,
  at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  plain text not null default ''::text,
  terms text[] not null default '{}'::text[],
  deputy uuid,
  target jsonb,
  thing text,
  slot bigint,
  times integer not null default 1,
  title_en text,
  constraint messages_message_pkey PRIMARY KEY (id)
);
CREATE INDEX messages_message_person ON space_ID.messages_message USING btree (person, id DESC);
CREATE INDEX messages_message_record ON space_ID.messages_message USING btree (record_id, person) WHERE (read_at IS NULL);
CREATE UNIQUE INDEX messages_message_source ON space_ID.messages_message USING btree (source, person, kind);
CREATE INDEX messages_message_terms ON space_ID.messages_message USING gin ((ARRAY[person]), terms);
CREATE UNIQUE INDEX messages_message_thing ON space_ID.messages_message USING btree (person, kind, thing, slot) WHERE (thing IS NOT NULL);
CREATE INDEX messages_message_unread ON space_ID.messages_message USING btree (person, id DESC) WHERE (read_at IS NULL);
grant delete, insert, select, update on space_ID.messages_message to formwork_app;
grant select on space_ID.messages_message to formwork_backup;

create table space_ID.orchestration_flow (
  flow text not null,
  minute timestamp with time zone not null default '-infinity'::timestamp with time zone,
  used integer not null default 0,
  failures integer not null default 0,
  constraint orchestration_flow_pkey PRIMARY KEY (flow)
);
grant delete, insert, select, update on space_ID.orchestration_flow to formwork_app;
grant select on space_ID.orchestration_flow to formwork_backup;

create table space_ID.orchestration_inbox (
  run uuid not null,
  id uuid not null,
  command jsonb not null,
  constraint orchestration_inbox_pkey PRIMARY KEY (run, id)
);
grant delete, insert, select, update on space_ID.orchestration_inbox to formwork_app;
grant select on space_ID.orchestration_inbox to formwork_backup;

create table space_ID.orchestration_message (
  id uuid not null,
  name text not null,
  match text not null,
  payload jsonb not null,
  at timestamp with time zone not null default now(),
  constraint orchestration_message_pkey PRIMARY KEY (id)
);
CREATE INDEX orchestration_message_at ON space_ID.orchestration_message USING btree (at);
CREATE INDEX orchestration_message_for ON space_ID.orchestration_message USING btree (name, match, at);
grant delete, insert, select, update on space_ID.orchestration_message to formwork_app;
grant select on space_ID.orchestration_message to formwork_backup;

create table space_ID.orchestration_turn (
  flow text not null,
  run uuid not null,
  taken boolean not null,
  constraint orchestration_turn_pkey PRIMARY KEY (flow, run)
);
CREATE INDEX orchestration_turn_waiting ON space_ID.orchestration_turn USING btree (flow, run) WHERE (NOT taken);
grant delete, insert, select, update on space_ID.orchestration_turn to formwork_app;
grant select on space_ID.orchestration_turn to formwork_backup;

create table space_ID.orchestration_wait (
  run uuid not null,
  ask text not null,
  name text not null,
  match text not null,
  at timestamp with time zone not null default now(),
  constraint orchestration_wait_pkey PRIMARY KEY (run, ask)
);
CREATE INDEX orchestration_wait_for ON space_ID.orchestration_wait USING btree (name, match, at);
grant delete, insert, select, update on space_ID.orchestration_wait to formwork_app;
grant select on space_ID.orchestration_wait to formwork_backup;

create table space_ID.records_bin (
  id uuid not null,
  form_id text not null,
  title text not null,
  record jsonb not null,
  deleted_by uuid,
  deleted_at timestamp with time zone not null default now(),
  constraint records_bin_pkey PRIMARY KEY (id)
);
CREATE INDEX records_bin_at ON space_ID.records_bin USING btree (deleted_at DESC, id DESC);
CREATE INDEX records_bin_form ON space_ID.records_bin USING btree (form_id, deleted_at DESC, id DESC);
grant delete, insert, select, update on space_ID.records_bin to formwork_app;
grant select on space_ID.records_bin to formwork_backup;

create table space_ID.records_command (
  person uuid not null,
  place text not null,
  id uuid not null,
  made uuid not null,
  at timestamp with time zone not null default now(),
  constraint records_command_pkey PRIMARY KEY (person, place, id)
);
grant delete, insert, select on space_ID.records_command to formwork_app;
grant select on space_ID.records_command to formwork_backup;

create table space_ID.records_comment (
  record_id uuid not null,
  id uuid not null,
  form_id text not null,
  author uuid not null,
  deputy uuid,
  text text not null,
  mentions uuid[] not null default '{}'::uuid[],
  files jsonb not null default '[]'::jsonb,
  at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  constraint records_comment_pkey PRIMARY KEY (record_id, id),
  constraint records_comment_text_check CHECK ((text <> ''::text))
);
grant delete, insert, select, update on space_ID.records_comment to formwork_app;
grant select on space_ID.records_comment to formwork_backup;

create table space_ID.records_counter (
  form_id text not null,
  field_id text not null,
  period text not null,
  value bigint not null,
  constraint records_counter_pkey PRIMARY KEY (form_id, field_id, period)
);
grant delete, insert, select, update on space_ID.records_counter to formwork_app;
grant select on space_ID.records_counter to formwork_backup;

create table space_ID.records_export (
  id uuid not null,
  form_id text not null,
  app_id text not null,
  request jsonb not null,
  file_name text not null,
  state text not null,
  job_id text,
  file_id uuid,
  size bigint,
  rows integer,
  error text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint records_export_pkey PRIMARY KEY (id),
  constraint records_export_state_check CHECK ((state = ANY (ARRAY['preparing'::text, 'ready'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX records_export_person ON space_ID.records_export USING btree (created_by, app_id, created_at);
grant delete, insert, select, update on space_ID.records_export to formwork_app;
grant select on space_ID.records_export to formwork_backup;

create table space_ID.records_follow (
  record_id uuid not null,
  user_id uuid not null,
  form_id text not null,
  since timestamp with time zone not null default now(),
  constraint records_follow_pkey PRIMARY KEY (record_id, user_id)
);
CREATE INDEX records_follow_user ON space_ID.records_follow USING btree (user_id, since DESC, record_id DESC);
grant delete, insert, select, update on space_ID.records_follow to formwork_app;
grant select on space_ID.records_follow to formwork_backup;

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
CREATE INDEX records_grant_origin ON space_ID.records_grant USING btree (record_id, origin);
CREATE INDEX records_grant_user ON space_ID.records_grant USING btree (user_id, form_id, record_id);
grant delete, insert, select, update on space_ID.records_grant to formwork_app;
grant select on space_ID.records_grant to formwork_backup;

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
  deputy uuid,
  rule uuid,
  constraint records_history_pkey PRIMARY KEY (record_id, id),
  constraint records_history_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text, 'imported'::text, 'process'::text, 'restored'::text])))
);
grant delete, insert, select on space_ID.records_history to formwork_app;
grant select on space_ID.records_history to formwork_backup;

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
  settings jsonb not null default '{}'::jsonb,
  updated integer not null default 0,
  undo jsonb,
  constraint records_import_pkey PRIMARY KEY (id),
  constraint records_import_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'finished'::text, 'cancelled'::text, 'failed'::text])))
);
grant delete, insert, select, update on space_ID.records_import to formwork_app;
grant select on space_ID.records_import to formwork_backup;

create table space_ID.records_import_batch (
  import_id uuid not null,
  batch integer not null,
  created uuid[] not null,
  updated uuid[] not null,
  versions integer[] not null,
  constraint records_import_batch_pkey PRIMARY KEY (import_id, batch)
);
grant delete, insert, select, update on space_ID.records_import_batch to formwork_app;
grant select on space_ID.records_import_batch to formwork_backup;

create table space_ID.records_import_failure (
  import_id uuid not null,
  line integer not null,
  cells jsonb not null,
  reasons jsonb not null,
  constraint records_import_failure_pkey PRIMARY KEY (import_id, line)
);
grant delete, insert, select, update on space_ID.records_import_failure to formwork_app;
grant select on space_ID.records_import_failure to formwork_backup;

create table space_ID.records_import_settings (
  form_id text not null,
  user_id uuid not null,
  settings jsonb not null,
  at timestamp with time zone not null default now(),
  constraint records_import_settings_pkey PRIMARY KEY (form_id, user_id)
);
grant delete, insert, select, update on space_ID.records_import_settings to formwork_app;
grant select on space_ID.records_import_settings to formwork_backup;

create table space_ID.records_link (
  record_id uuid not null,
  id uuid not null,
  form_id text not null,
  token_hash bytea not null,
  password_hash text,
  fields text[] not null,
  files boolean not null,
  expires_at timestamp with time zone not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  revoked_by uuid,
  opened integer not null default 0,
  last_opened_at timestamp with time zone,
  rows uuid[],
  most integer,
  constraint records_link_pkey PRIMARY KEY (record_id, id)
);
CREATE UNIQUE INDEX records_link_token ON space_ID.records_link USING btree (token_hash);
grant delete, insert, select, update on space_ID.records_link to formwork_app;
grant select on space_ID.records_link to formwork_backup;

create table space_ID.records_list_time (
  form_id text not null,
  shape text not null,
  id text not null,
  times integer not null,
  total_ms double precision not null,
  max_ms double precision not null,
  last_at timestamp with time zone not null,
  constraint records_list_time_pkey PRIMARY KEY (form_id, id)
);
grant delete, insert, select, update on space_ID.records_list_time to formwork_app;
grant select on space_ID.records_list_time to formwork_backup;

create table space_ID.records_recalculation (
  id uuid not null,
  form_id text not null,
  scope jsonb,
  release integer,
  job_id text,
  cursor uuid,
  pass integer not null default 1,
  done integer not null default 0,
  total integer,
  changed integer not null default 0,
  asked_by uuid,
  asked_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint records_recalculation_pkey PRIMARY KEY (id)
);
CREATE INDEX records_recalculation_open ON space_ID.records_recalculation USING btree (form_id) WHERE (finished_at IS NULL);
grant delete, insert, select, update on space_ID.records_recalculation to formwork_app;
grant select on space_ID.records_recalculation to formwork_backup;

create table space_ID.records_search (
  record_id uuid not null,
  item text not null,
  form_id text not null,
  field text,
  content text not null,
  pinyin text not null,
  version integer not null,
  shape integer not null,
  indexed_at timestamp with time zone not null default now(),
  keys integer[] not null,
  constraint records_search_pkey PRIMARY KEY (record_id, item)
);
CREATE INDEX records_search_keys ON space_ID.records_search USING gin (keys);
grant delete, insert, select, update on space_ID.records_search to formwork_app;
grant select on space_ID.records_search to formwork_backup;

create table space_ID.records_search_form (
  form_id text not null,
  asked_at timestamp with time zone not null,
  done_at timestamp with time zone,
  whole_at timestamp with time zone,
  constraint records_search_form_pkey PRIMARY KEY (form_id)
);
grant delete, insert, select, update on space_ID.records_search_form to formwork_app;
grant select on space_ID.records_search_form to formwork_backup;

create table space_ID.records_share (
  record_id uuid not null,
  id uuid not null,
  form_id text not null,
  receivers jsonb not null,
  level text not null,
  hidden text[] not null default '{}'::text[],
  by_unit boolean not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint records_share_pkey PRIMARY KEY (record_id, id),
  constraint records_share_level_check CHECK ((level = ANY (ARRAY['view'::text, 'modify'::text, 'delete'::text, 'monitor'::text]))),
  constraint records_share_receivers_check CHECK ((receivers <> '[]'::jsonb))
);
CREATE INDEX records_share_units ON space_ID.records_share USING btree (id) WHERE by_unit;
grant delete, insert, select, update on space_ID.records_share to formwork_app;
grant select on space_ID.records_share to formwork_backup;

create table space_ID.records_sheet (
  id uuid not null,
  file_key text not null,
  file_name text not null,
  size bigint not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null default now(),
  archive_key text,
  rows integer,
  rows_read jsonb,
  purged_at timestamp with time zone,
  constraint records_sheet_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on space_ID.records_sheet to formwork_app;
grant select on space_ID.records_sheet to formwork_backup;

create table space_ID.records_told_until (
  form_id text not null,
  rule text not null,
  until timestamp with time zone not null,
  constraint records_told_until_pkey PRIMARY KEY (form_id, rule)
);
grant delete, insert, select, update on space_ID.records_told_until to formwork_app;
grant select on space_ID.records_told_until to formwork_backup;

create table space_ID.rules_clock (
  rule text not null,
  start text not null,
  until timestamp with time zone not null,
  constraint rules_clock_pkey PRIMARY KEY (rule, start)
);
grant delete, insert, select, update on space_ID.rules_clock to formwork_app;
grant select on space_ID.rules_clock to formwork_backup;

create table space_ID.rules_count (
  rule text not null,
  hour timestamp with time zone not null,
  judged bigint not null default 0,
  held bigint not null default 0,
  failed bigint not null default 0,
  undecided bigint not null default 0,
  part smallint not null default 0,
  constraint rules_count_pkey PRIMARY KEY (rule, hour, part)
);
grant delete, insert, select, update on space_ID.rules_count to formwork_app;
grant select on space_ID.rules_count to formwork_backup;

create table space_ID.rules_trace (
  id uuid not null,
  rule text not null,
  release integer not null,
  source uuid not null,
  starts text not null,
  form_id text,
  record_id uuid,
  acts_as text not null,
  actor uuid,
  state text not null,
  code text,
  detail jsonb not null,
  at timestamp with time zone not null default now(),
  constraint rules_trace_pkey PRIMARY KEY (id),
  constraint rules_trace_acts_as_check CHECK ((acts_as = ANY (ARRAY['author'::text, 'person'::text, 'system'::text]))),
  constraint rules_trace_state_check CHECK ((state = ANY (ARRAY['done'::text, 'stopped'::text, 'failed'::text, 'running'::text])))
);
CREATE UNIQUE INDEX rules_trace_once ON space_ID.rules_trace USING btree (source, rule);
CREATE INDEX rules_trace_record ON space_ID.rules_trace USING btree (record_id, id) WHERE (record_id IS NOT NULL);
CREATE INDEX rules_trace_rule ON space_ID.rules_trace USING btree (rule, id);
CREATE INDEX rules_trace_state ON space_ID.rules_trace USING btree (state, id);
grant delete, insert, select, update on space_ID.rules_trace to formwork_app;
grant select on space_ID.rules_trace to formwork_backup;

create table space_ID.run (
  id uuid not null,
  kind text not null,
  definition text,
  release integer,
  trigger text not null default 'call'::text,
  cause jsonb,
  actor uuid,
  acts_as text not null default 'person'::text,
  caller jsonb not null,
  state text not null default 'waiting'::text,
  attempt integer not null default 0,
  priority smallint not null default 0,
  payload jsonb not null,
  memory jsonb,
  done bigint not null default 0,
  total bigint not null default 0,
  counts jsonb,
  result jsonb,
  error jsonb,
  parent uuid,
  version integer not null default 0,
  leased_by uuid,
  leased_until timestamp with time zone,
  cancel boolean not null default false,
  at timestamp with time zone not null default now(),
  started timestamp with time zone,
  finished timestamp with time zone,
  constraint run_pkey PRIMARY KEY (id),
  constraint run_acts_as_check CHECK ((acts_as = ANY (ARRAY['person'::text, 'author'::text, 'system'::text]))),
  constraint run_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'suspended'::text, 'finished'::text, 'failed'::text, 'cancelled'::text])))
) partition by range (id);
CREATE INDEX run_actor ON ONLY space_ID.run USING btree (actor, id);
CREATE INDEX run_definition ON ONLY space_ID.run USING btree (kind, definition, id);
CREATE INDEX run_failed ON ONLY space_ID.run USING btree (kind, id) WHERE (state = 'failed'::text);
CREATE INDEX run_kind ON ONLY space_ID.run USING btree (kind, id);
CREATE INDEX run_parent ON ONLY space_ID.run USING btree (parent) WHERE (parent IS NOT NULL);
CREATE INDEX run_unfinished ON ONLY space_ID.run USING btree (state, at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text, 'suspended'::text]));
grant delete, insert, select, update on space_ID.run to formwork_app;
grant select on space_ID.run to formwork_backup;

create table space_ID.run_step (
  run uuid not null,
  seq integer not null,
  rows jsonb not null,
  constraint run_step_pkey PRIMARY KEY (run, seq)
) partition by range (run);
grant delete, insert, select on space_ID.run_step to formwork_app;
grant select on space_ID.run_step to formwork_backup;

create table space_ID.trail (
  seq bigint not null,
  event_id uuid not null,
  at timestamp with time zone not null,
  actor uuid,
  type text not null,
  subject text not null,
  request_id text not null,
  ip text not null,
  data jsonb not null,
  kind text not null,
  about text not null,
  hash bytea not null,
  constraint trail_pkey PRIMARY KEY (seq)
);
CREATE INDEX trail_actor ON space_ID.trail USING btree (actor, at, seq);
CREATE INDEX trail_at ON space_ID.trail USING btree (at, seq);
CREATE INDEX trail_deputy ON space_ID.trail USING btree (((data ->> 'deputy'::text)), at, seq) WHERE ((data ->> 'deputy'::text) IS NOT NULL);
CREATE INDEX trail_kind ON space_ID.trail USING btree (kind, at, seq) WHERE (kind <> 'record'::text);
CREATE INDEX trail_subject ON space_ID.trail USING btree (subject, at, seq) WHERE (subject <> ''::text);
grant select on space_ID.trail to formwork_app;
grant select on space_ID.trail to formwork_backup;
grant insert, select on space_ID.trail to formwork_dispatcher;

create table space_ID.trail_position (
  stream text not null,
  xid xid8 not null,
  id uuid not null,
  constraint trail_position_pkey PRIMARY KEY (stream)
);
grant select on space_ID.trail_position to formwork_app;
grant select on space_ID.trail_position to formwork_backup;
grant insert, select, update on space_ID.trail_position to formwork_dispatcher;

create table space_ID.visitors_link (
  id uuid not null,
  kind text not null,
  thing text not null,
  choice jsonb,
  token_hash bytea not null,
  password_hash text,
  expires_at timestamp with time zone not null,
  most integer,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  revoked_by uuid,
  opened integer not null default 0,
  last_opened_at timestamp with time zone,
  constraint visitors_link_pkey PRIMARY KEY (id)
);
CREATE INDEX visitors_link_thing ON space_ID.visitors_link USING btree (kind, thing, id);
CREATE UNIQUE INDEX visitors_link_token ON space_ID.visitors_link USING btree (token_hash);
grant delete, insert, select, update on space_ID.visitors_link to formwork_app;
grant select on space_ID.visitors_link to formwork_backup;

create table space_ID.visitors_visit (
  link_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null default now(),
  address text not null,
  person_id uuid,
  constraint visitors_visit_pkey PRIMARY KEY (link_id, id)
);
CREATE INDEX visitors_visit_at ON space_ID.visitors_visit USING btree (at);
grant delete, insert, select on space_ID.visitors_visit to formwork_app;
grant select on space_ID.visitors_visit to formwork_backup;

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
  lender uuid,
  accepted boolean,
  constraint workflow_actor_pkey PRIMARY KEY (id),
  constraint workflow_actor_origin_check CHECK ((origin = ANY (ARRAY['direct'::text, 'transferred'::text, 'added'::text, 'administrator'::text, 'entrusted'::text]))),
  constraint workflow_actor_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'pending'::text, 'done'::text, 'returned'::text, 'transferred'::text, 'retrieved'::text, 'closed'::text, 'entrusted'::text, 'refused'::text, 'withdrawn'::text, 'removed'::text])))
);
CREATE INDEX workflow_actor_handled ON space_ID.workflow_actor USING btree (person, acted_at, id) WHERE ((acted_at IS NOT NULL) AND (NOT auto));
CREATE INDEX workflow_actor_instance ON space_ID.workflow_actor USING btree (instance_id);
CREATE UNIQUE INDEX workflow_actor_part ON space_ID.workflow_actor USING btree (task, person) WHERE (state = ANY (ARRAY['waiting'::text, 'pending'::text, 'done'::text]));
CREATE INDEX workflow_actor_todo ON space_ID.workflow_actor USING btree (person, received_at, id) WHERE (state = 'pending'::text);
CREATE INDEX workflow_actor_waiting ON space_ID.workflow_actor USING btree (person) WHERE (state = 'waiting'::text);
grant insert, select, update on space_ID.workflow_actor to formwork_app;
grant select on space_ID.workflow_actor to formwork_backup;

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
grant select on space_ID.workflow_arrival to formwork_backup;

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
grant select on space_ID.workflow_command to formwork_backup;

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
grant select on space_ID.workflow_copy to formwork_backup;

create table space_ID.workflow_draft (
  person uuid not null,
  record_id uuid not null,
  form_id text not null,
  app_id text not null,
  at timestamp with time zone not null,
  constraint workflow_draft_pkey PRIMARY KEY (record_id)
);
CREATE INDEX workflow_draft_person ON space_ID.workflow_draft USING btree (person, at, record_id);
grant delete, insert, select on space_ID.workflow_draft to formwork_app;
grant select on space_ID.workflow_draft to formwork_backup;

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
  deputy uuid,
  detail jsonb,
  constraint workflow_event_pkey PRIMARY KEY (id),
  constraint workflow_event_place_key UNIQUE (instance_id, version, "position")
);
CREATE INDEX workflow_event_deputy ON space_ID.workflow_event USING btree (deputy) WHERE (deputy IS NOT NULL);
CREATE INDEX workflow_event_urged ON space_ID.workflow_event USING btree (instance_id, at) WHERE (kind = 'urged'::text);
grant insert, select on space_ID.workflow_event to formwork_app;
grant select on space_ID.workflow_event to formwork_backup;

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
grant select on space_ID.workflow_execution to formwork_backup;

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
  parent_timer uuid,
  constraint workflow_instance_pkey PRIMARY KEY (id),
  constraint workflow_instance_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'finished'::text, 'interrupted'::text, 'invalid'::text])))
);
CREATE INDEX workflow_instance_initiator ON space_ID.workflow_instance USING btree (initiator, started_at, id);
CREATE UNIQUE INDEX workflow_instance_living ON space_ID.workflow_instance USING btree (record_id) WHERE (state = ANY (ARRAY['processing'::text, 'interrupted'::text]));
CREATE INDEX workflow_instance_parent ON space_ID.workflow_instance USING btree (parent_timer) WHERE (parent_timer IS NOT NULL);
CREATE INDEX workflow_instance_record ON space_ID.workflow_instance USING btree (record_id, started_at);
grant insert, select, update on space_ID.workflow_instance to formwork_app;
grant select on space_ID.workflow_instance to formwork_backup;

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
  due_at timestamp with time zone,
  constraint workflow_task_pkey PRIMARY KEY (id),
  constraint workflow_task_round_key UNIQUE (instance_id, node, round),
  constraint workflow_task_state_check CHECK ((state = ANY (ARRAY['open'::text, 'completed'::text, 'returned'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX workflow_task_open ON space_ID.workflow_task USING btree (execution) WHERE (state = 'open'::text);
grant insert, select, update on space_ID.workflow_task to formwork_app;
grant select on space_ID.workflow_task to formwork_backup;

create table space_ID.workflow_timer (
  id uuid not null,
  instance_id uuid not null,
  execution uuid not null,
  node text not null,
  task uuid,
  kind text not null,
  state text not null,
  due timestamp with time zone,
  "left" bigint,
  leased_until timestamp with time zone,
  attempts integer not null default 0,
  constraint workflow_timer_pkey PRIMARY KEY (id),
  constraint workflow_timer_kind_check CHECK ((kind = ANY (ARRAY['due'::text, 'remind'::text, 'wait'::text, 'job'::text, 'child'::text]))),
  constraint workflow_timer_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'paused'::text, 'fired'::text, 'cancelled'::text, 'failed'::text])))
);
CREATE INDEX workflow_timer_due ON space_ID.workflow_timer USING btree (due) WHERE (state = 'waiting'::text);
CREATE INDEX workflow_timer_instance ON space_ID.workflow_timer USING btree (instance_id);
grant insert, select, update on space_ID.workflow_timer to formwork_app;
grant select on space_ID.workflow_timer to formwork_backup;

-- ==== views ====

create schema views;
grant usage on schema views to formwork_app;
grant usage on schema views to formwork_backup;

create table views.arrangement (
  space_id text not null,
  form_id text not null,
  person_id uuid not null,
  label text not null,
  settings jsonb not null,
  changed_at timestamp with time zone not null default now(),
  constraint arrangement_pkey PRIMARY KEY (space_id, form_id, person_id, label)
);
alter table views.arrangement enable row level security;
alter table views.arrangement force row level security;
create policy backup_reads on views.arrangement for select to formwork_backup using true;
create policy in_space on views.arrangement to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on views.arrangement to formwork_app;
grant select on views.arrangement to formwork_backup;

create table views.choice (
  space_id text not null,
  form_id text not null,
  person_id uuid not null,
  view_id uuid not null,
  constraint choice_pkey PRIMARY KEY (space_id, form_id, person_id),
  constraint choice_view FOREIGN KEY (space_id, view_id) REFERENCES views.view(space_id, id) ON DELETE CASCADE
);
CREATE INDEX choice_of_view ON views.choice USING btree (space_id, view_id);
alter table views.choice enable row level security;
alter table views.choice force row level security;
create policy backup_reads on views.choice for select to formwork_backup using true;
create policy in_space on views.choice to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on views.choice to formwork_app;
grant select on views.choice to formwork_backup;

create table views.view (
  space_id text not null,
  id uuid not null,
  form_id text not null,
  person_id uuid,
  type text not null,
  title jsonb not null,
  category text,
  audience jsonb not null default '[]'::jsonb,
  settings jsonb not null,
  "position" double precision not null,
  is_default boolean not null default false,
  version integer not null default 1,
  changed_at timestamp with time zone not null default now(),
  changed_by uuid not null,
  constraint view_pkey PRIMARY KEY (space_id, id)
);
CREATE UNIQUE INDEX view_default_key ON views.view USING btree (space_id, form_id) WHERE is_default;
CREATE INDEX view_form ON views.view USING btree (space_id, form_id, person_id);
alter table views.view enable row level security;
alter table views.view force row level security;
create policy backup_reads on views.view for select to formwork_backup using true;
create policy in_space on views.view to public using (space_id = current_setting('app.space_id'::text, true));
grant delete, insert, select, update on views.view to formwork_app;
grant select on views.view to formwork_backup;

-- ==== workflow ====

create schema workflow;
grant usage on schema workflow to formwork_app;
grant usage on schema workflow to formwork_backup;

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
create policy backup_reads on workflow.definition for select to formwork_backup using true;
create policy in_space on workflow.definition to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on workflow.definition to formwork_app;
grant select on workflow.definition to formwork_backup;

create table workflow.model (
  space_id text not null,
  id text not null,
  xml text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null default now(),
  constraint model_pkey PRIMARY KEY (space_id, id)
);
alter table workflow.model enable row level security;
alter table workflow.model force row level security;
create policy backup_reads on workflow.model for select to formwork_backup using true;
create policy in_space on workflow.model to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select on workflow.model to formwork_app;
grant select on workflow.model to formwork_backup;

create table workflow.push (
  space_id text not null,
  account_id uuid not null,
  settings jsonb not null,
  locale text not null,
  digested_at timestamp with time zone,
  caught_up_at timestamp with time zone,
  constraint push_pkey PRIMARY KEY (space_id, account_id)
);
alter table workflow.push enable row level security;
alter table workflow.push force row level security;
create policy backup_reads on workflow.push for select to formwork_backup using true;
create policy in_space on workflow.push to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update on workflow.push to formwork_app;
grant select on workflow.push to formwork_backup;

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
create policy backup_reads on workflow.release for select to formwork_backup using true;
create policy in_space on workflow.release to public using (space_id = current_setting('app.space_id'::text, true));
grant insert, select, update (graph) on workflow.release to formwork_app;
grant select on workflow.release to formwork_backup;
