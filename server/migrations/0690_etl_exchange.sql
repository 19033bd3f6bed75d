-- Data that enterprises offer to each other. What an offer is made of stays with those who made it; what it says to others stands in
-- a table of its own, so that row security alone keeps the rest away.
create table etl.offer (
  space_id   text not null,
  id         uuid not null,
  -- as it is written
  body       jsonb not null,
  -- as it was offered last: what deliveries are read by
  live       jsonb,
  state      text not null check (state in ('draft', 'offered', 'withdrawn')),
  -- whose rights deliveries read with
  person     uuid not null,
  changed_at timestamptz not null default now(),
  offered_at timestamptz,
  primary key (space_id, id)
);
create unique index offer_title_key on etl.offer (space_id, lower(body ->> 'title'));
alter table etl.offer enable row level security;
alter table etl.offer force row level security;
create policy in_space on etl.offer using (space_id = current_setting('app.space_id', true));
create policy backup_reads on etl.offer for select to formwork_backup using (true);
grant select, insert, update, delete on etl.offer to formwork_app;

create table etl.offer_shown (
  space_id      text not null,
  id            uuid not null,
  provider_name text not null,
  title         text not null,
  about         text not null,
  terms         text not null,
  -- columns and rows, made when it was offered
  sample        jsonb not null,
  ordered_by    text not null,
  ways          text[] not null,
  every_minutes integer,
  rows_per_day  bigint,
  -- ids of enterprises; null: all of them
  audience      text[],
  offered_at    timestamptz not null,
  primary key (space_id, id)
);
create index offer_shown_newest on etl.offer_shown (offered_at desc);
alter table etl.offer_shown enable row level security;
alter table etl.offer_shown force row level security;
create policy in_space on etl.offer_shown using (space_id = current_setting('app.space_id', true));
create policy offered_to on etl.offer_shown for select using (
  current_setting('app.space_id', true) <> '' and (audience is null or current_setting('app.space_id', true) = any (audience)));
create policy backup_reads on etl.offer_shown for select to formwork_backup using (true);
grant select, insert, update, delete on etl.offer_shown to formwork_app;

-- Of the one who asks; who offers reads it too, and decides.
create table etl.exchange_request (
  space_id   text not null,
  id         uuid not null,
  provider   text not null,
  offer      uuid not null,
  title      text not null,
  -- as they were agreed to
  terms      text not null,
  reason     text not null,
  until      date,
  state      text not null check (state in ('requested', 'approved', 'suspended', 'refused', 'ended')),
  note       text not null default '',
  ended_by   text check (ended_by in ('asker', 'provider')),
  asked_at   timestamptz not null default now(),
  decided_at timestamptz,
  primary key (space_id, id),
  check (provider <> space_id)
);
create unique index exchange_request_open_key on etl.exchange_request (space_id, provider, offer)
  where state in ('requested', 'approved', 'suspended');
create index exchange_request_received on etl.exchange_request (provider, asked_at desc);
alter table etl.exchange_request enable row level security;
alter table etl.exchange_request force row level security;
create policy in_space on etl.exchange_request using (space_id = current_setting('app.space_id', true));
create policy provider_reads on etl.exchange_request for select using (provider = current_setting('app.space_id', true));
create policy provider_decides on etl.exchange_request for update
  using (provider = current_setting('app.space_id', true)) with check (provider = current_setting('app.space_id', true));
create policy backup_reads on etl.exchange_request for select to formwork_backup using (true);
grant select, insert, update on etl.exchange_request to formwork_app;

-- What was handed out, by day; written where it is offered, read by both.
create table etl.exchange_meter (
  space_id   text not null,
  request    uuid not null,
  day        date not null,
  way        text not null check (way in ('task', 'api')),
  asker      text not null,
  deliveries integer not null,
  rows       bigint not null,
  bytes      bigint not null,
  primary key (space_id, request, day, way)
);
create index exchange_meter_asker on etl.exchange_meter (asker, request);
alter table etl.exchange_meter enable row level security;
alter table etl.exchange_meter force row level security;
create policy in_space on etl.exchange_meter using (space_id = current_setting('app.space_id', true));
create policy asker_reads on etl.exchange_meter for select using (asker = current_setting('app.space_id', true));
create policy backup_reads on etl.exchange_meter for select to formwork_backup using (true);
grant select, insert, update on etl.exchange_meter to formwork_app;

create table etl.exchange_delivery (
  space_id text not null,
  id       uuid not null,
  request  uuid not null,
  asker    text not null,
  -- of the asker
  run      uuid not null,
  at       timestamptz not null,
  ms       integer not null,
  rows     bigint not null,
  bytes    bigint not null,
  -- of the refusal; null where everything came
  code     text,
  primary key (space_id, id)
);
create index exchange_delivery_request on etl.exchange_delivery (space_id, request, at desc);
create index exchange_delivery_asker on etl.exchange_delivery (asker, request, at desc);
alter table etl.exchange_delivery enable row level security;
alter table etl.exchange_delivery force row level security;
create policy in_space on etl.exchange_delivery using (space_id = current_setting('app.space_id', true));
create policy asker_reads on etl.exchange_delivery for select using (asker = current_setting('app.space_id', true));
create policy backup_reads on etl.exchange_delivery for select to formwork_backup using (true);
grant select, insert on etl.exchange_delivery to formwork_app;
