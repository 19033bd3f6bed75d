-- Jobs that people ask for and watch. The queue itself is graphile_worker's; these rows are what is shown and what decides
-- whether a queued job still has something to do.
create table platform.job (
  space_id         text not null,
  id               uuid not null,
  kind             text not null,
  state            text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed', 'cancelled')),
  payload          jsonb not null,
  done             bigint not null default 0,
  total            bigint not null default 0,
  result           jsonb,
  error            jsonb,
  created_by       uuid not null,
  -- The person as they were when they asked: name, login, role, language.
  actor            jsonb not null,
  request_id       text not null,
  ip               text not null,
  cancel_requested boolean not null default false,
  attempt          integer not null default 0,
  -- One execution; an execution that lost its job to another one writes nothing any more.
  run_id           uuid,
  created_at       timestamptz not null default now(),
  started_at       timestamptz,
  finished_at      timestamptz,
  primary key (space_id, id)
);
create index job_mine on platform.job (space_id, created_by, created_at desc);
create index job_old on platform.job (space_id, finished_at) where finished_at is not null;
alter table platform.job enable row level security;
alter table platform.job force row level security;
create policy in_space on platform.job using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on platform.job to formwork_app;

-- Every mail and short message, written with the change it tells of, sent after the commit.
create table platform.outbox (
  space_id   text not null,
  id         uuid not null,
  kind       text not null check (kind in ('mail', 'sms')),
  recipient  text not null,
  subject    text not null,
  body_text  text not null,
  body_html  text,
  -- kept: nothing is configured that could send it.
  state      text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept')),
  error      text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (space_id, id)
);
create index outbox_latest on platform.outbox (space_id, created_at desc);
alter table platform.outbox enable row level security;
alter table platform.outbox force row level security;
create policy in_space on platform.outbox using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on platform.outbox to formwork_app;
