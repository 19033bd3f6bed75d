-- Computed values that are to be made again behind a change: of a whole form after a release, or of records that
-- name changed ones when they are too many for the change's own transaction. Work goes on behind `cursor`.
create table :schema.records_recalculation (
  id         uuid not null,
  form_id    text not null,
  -- { via: 'field' or 'table.field', targets: [ids] }: records that name these; null: every record
  scope      jsonb,
  -- of the release that asks; a later one takes over
  release    integer,
  job_id     text,
  cursor     uuid,
  pass       integer not null default 1,
  done       integer not null default 0,
  total      integer,
  changed    integer not null default 0,
  asked_by   uuid,
  asked_at   timestamptz not null default now(),
  finished_at timestamptz,
  primary key (id)
);
create index records_recalculation_open on :schema.records_recalculation (form_id) where finished_at is null;
grant select, insert, update, delete on :schema.records_recalculation to formwork_app;
