-- Data assets: what the modules register of themselves, what stewards say of it, and how columns come from each other.

create table :schema.assets_asset (
  id            integer generated always as identity primary key,
  kind          text not null,
  -- of the thing itself, within its kind
  ref           text not null,
  -- the thing whose rights decide who sees it: mostly itself, of a table its connection
  guard         text not null,
  title         jsonb not null,
  -- lists are in this order
  sort          text not null,
  about         text not null default '',
  place         text not null default '',
  address       jsonb not null default '{}',
  state         text not null default 'live' check (state in ('live', 'deprecated', 'external', 'gone')),
  owner         uuid,
  stewards      uuid[] not null default '{}',
  domain        uuid,
  terms         uuid[] not null default '{}',
  tags          text[] not null default '{}',
  category      uuid,
  category_by   text check (category_by in ('rule', 'hand')),
  certified     text not null default 'none' check (certified in ('none', 'proposed', 'certified')),
  certified_by  uuid,
  certified_at  timestamptz,
  sensitivity   smallint not null default 0,
  retention     integer,
  column_count  integer not null default 0,
  -- why its columns are not known, the code of a text
  unread        text,
  release       text not null default '',
  content       text not null default '',
  pinyin        text not null default '',
  keys          integer[] not null default '{}',
  score         smallint,
  used          integer not null default 0,
  used_at       timestamptz,
  facts         jsonb not null default '{}',
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  changed_at    timestamptz not null default now(),
  gone_at       timestamptz
);
create unique index assets_asset_key on :schema.assets_asset (kind, ref);
create index assets_asset_sort on :schema.assets_asset (sort, id);
create index assets_asset_kind on :schema.assets_asset (kind, sort, id);
create index assets_asset_changed on :schema.assets_asset (changed_at desc, id);
create index assets_asset_category on :schema.assets_asset (category, sort, id) where category is not null;
create index assets_asset_domain on :schema.assets_asset (domain, sort, id) where domain is not null;
create index assets_asset_keys on :schema.assets_asset using gin (keys);
create index assets_asset_tags on :schema.assets_asset using gin (tags);

-- id 0 is the asset as a whole and has no row
create table :schema.assets_column (
  asset       integer not null,
  id          smallint not null,
  key         text not null,
  title       jsonb not null,
  type        text not null,
  position    smallint not null,
  about       text not null default '',
  sensitivity smallint not null default 0,
  -- what a look at its values found; a steward takes it or not
  proposed    text,
  proposed_share real,
  decided     boolean not null default false,
  term        uuid,
  valid_from  timestamptz not null default now(),
  valid_to    timestamptz,
  primary key (asset, id)
);
create index assets_column_proposed on :schema.assets_column (asset) where proposed is not null and not decided;

create table :schema.assets_schema (
  asset   integer not null,
  number  integer not null,
  at      timestamptz not null default now(),
  release text not null,
  columns jsonb not null,
  primary key (asset, number)
);

create table :schema.assets_edge (
  id         bigint generated always as identity primary key,
  from_asset integer not null,
  from_col   smallint not null,
  to_asset   integer not null,
  to_col     smallint not null,
  kind       text not null check (kind in ('value', 'condition', 'join', 'filter', 'group', 'sort', 'window', 'manual')),
  -- the asset that says so, 0 for what somebody drew by hand, -1 for what another system reported
  via        integer not null,
  reason     text not null default '',
  made_by    uuid,
  valid_from timestamptz not null default now(),
  valid_to   timestamptz
);
create unique index assets_edge_key on :schema.assets_edge (from_asset, from_col, to_asset, to_col, kind, via) where valid_to is null;
create index assets_edge_to on :schema.assets_edge (to_asset);
create index assets_edge_via on :schema.assets_edge (via) where valid_to is null;

create table :schema.assets_category (
  id         uuid primary key,
  parent     uuid,
  name       jsonb not null,
  about      text not null default '',
  position   double precision not null,
  rule       jsonb,
  changed_at timestamptz not null default now()
);

create table :schema.assets_word (
  id         uuid primary key,
  kind       text not null check (kind in ('domain', 'term')),
  name       jsonb not null,
  about      text not null default '',
  also       text[] not null default '{}',
  owner      uuid,
  changed_at timestamptz not null default now()
);
create unique index assets_word_name on :schema.assets_word (kind, lower(name->>'zh'));

create table :schema.assets_usage (
  asset  integer not null,
  day    date not null,
  person uuid not null,
  n      integer not null,
  primary key (asset, day, person)
);
create index assets_usage_day on :schema.assets_usage (day);

create table :schema.assets_request (
  id         uuid primary key,
  asset      integer not null,
  person     uuid not null,
  reason     text not null,
  until      timestamptz,
  state      text not null check (state in ('asked', 'granted', 'refused', 'ended')),
  note       text not null default '',
  asked_at   timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz
);
create index assets_request_asset on :schema.assets_request (asset);
create unique index assets_request_open on :schema.assets_request (asset, person) where state = 'asked';

create table :schema.assets_remark (
  id    uuid primary key,
  asset integer not null,
  by    uuid not null,
  at    timestamptz not null default now(),
  text  text not null
);
create index assets_remark_asset on :schema.assets_remark (asset, at);

create table :schema.assets_follow (
  asset  integer not null,
  person uuid not null,
  primary key (asset, person)
);

create table :schema.assets_rule (
  id         uuid primary key,
  asset      integer not null,
  name       text not null,
  -- the kind of rule and what it holds against what
  spec       jsonb not null,
  severity   text not null check (severity in ('critical', 'major', 'minor')),
  enabled    boolean not null default true,
  made_by    uuid not null,
  state      text not null default 'new' check (state in ('new', 'passed', 'failed', 'broken')),
  checked_at timestamptz,
  changed_at timestamptz not null default now()
);
create index assets_rule_asset on :schema.assets_rule (asset);

create table :schema.assets_check (
  rule    uuid not null,
  at      timestamptz not null,
  asset   integer not null,
  checked bigint not null,
  failed  bigint not null,
  value   double precision,
  state   text not null,
  detail  jsonb not null default '{}',
  primary key (rule, at)
);
create index assets_check_asset on :schema.assets_check (asset, at);

create table :schema.assets_score (
  asset integer not null,
  day   date not null,
  score smallint not null,
  primary key (asset, day)
);
create index assets_score_day on :schema.assets_score (day);

create table :schema.assets_incident (
  id        uuid primary key,
  asset     integer not null,
  rule      uuid,
  title     text not null,
  state     text not null check (state in ('open', 'taken', 'working', 'solved')),
  owner     uuid,
  note      text not null default '',
  good_runs smallint not null default 0,
  opened_at timestamptz not null default now(),
  reopened  integer not null default 0,
  solved_at timestamptz
);
create unique index assets_incident_open on :schema.assets_incident (asset, rule) where state <> 'solved';
create index assets_incident_state on :schema.assets_incident (state, opened_at);

create table :schema.assets_contract (
  asset      integer primary key,
  body       jsonb not null,
  version    integer not null,
  state      text not null check (state in ('kept', 'broken')),
  broken     jsonb not null default '[]',
  changed_by uuid not null,
  changed_at timestamptz not null default now()
);

-- What other systems reported of their runs: one row a run, kind of event and content.
create table :schema.assets_outside (
  run  text not null,
  type text not null,
  hash text not null,
  job  text not null,
  at   timestamptz not null,
  primary key (run, type, hash)
);

grant select, insert, update, delete on :schema.assets_asset, :schema.assets_column, :schema.assets_schema, :schema.assets_edge,
  :schema.assets_category, :schema.assets_word, :schema.assets_usage, :schema.assets_request, :schema.assets_remark,
  :schema.assets_follow, :schema.assets_rule, :schema.assets_check, :schema.assets_score, :schema.assets_incident,
  :schema.assets_contract, :schema.assets_outside to formwork_app;
