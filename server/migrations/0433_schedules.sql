-- What runs by the clock, and each moment at which it was due.
create schema schedules;
grant usage on schema schedules to formwork_app;
grant usage on schema schedules to formwork_dispatcher;

create table schedules.schedule (
  space_id   text not null,
  id         uuid not null,
  of_kind    text not null,
  of_id      text not null,
  cron       text,
  every      integer,
  at         timestamptz,
  -- null: the enterprise's own
  zone       text,
  workdays   boolean not null default false,
  -- {from, to}, times of day
  "window"   jsonb,
  overlap    text not null check (overlap in ('skip', 'wait', 'parallel', 'replace')),
  missed     text not null check (missed in ('once', 'skip', 'all')),
  paused     boolean not null default false,
  -- from which `every` counts
  since      timestamptz not null,
  next_at    timestamptz,
  -- the one after the next, worked out ahead: many that are due at once need no sums then
  after_at   timestamptz,
  version    integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (space_id, id)
);
create index schedule_of on schedules.schedule (space_id, of_kind, of_id);
create index schedule_next on schedules.schedule (next_at) where not paused and next_at is not null;
create index schedule_ahead on schedules.schedule (next_at) where not paused and next_at is not null and after_at is null and at is null;

-- One moment, one run, whatever dies in between.
create table schedules.due (
  space_id   text not null,
  schedule   uuid not null,
  due        timestamptz not null,
  run        uuid not null,
  state      text not null default 'ready' check (state in ('ready', 'waiting', 'started', 'ended', 'skipped', 'failed')),
  attempts   integer not null default 0,
  error      text,
  primary key (space_id, schedule, due)
);
create index due_open on schedules.due (due) where state in ('ready', 'waiting');
create index due_running on schedules.due (space_id, schedule) where state = 'started';
create index due_old on schedules.due (space_id, due);

do $$
declare
  made text;
begin
  foreach made in array array['schedule', 'due'] loop
    execute format('alter table schedules.%I enable row level security', made);
    execute format('alter table schedules.%I force row level security', made);
    execute format('create policy in_space on schedules.%I using (space_id = current_setting(''app.space_id'', true))', made);
    execute format('create policy backup_reads on schedules.%I for select to formwork_backup using (true)', made);
    -- the process that leads looks at all spaces
    execute format('create policy dispatcher_leads on schedules.%I to formwork_dispatcher using (true)', made);
    execute format('grant select, insert, update, delete on schedules.%I to formwork_app', made);
    execute format('grant select, insert, update on schedules.%I to formwork_dispatcher', made);
  end loop;
end $$;
