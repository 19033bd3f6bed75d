-- What a command that was sent has made: when its answer is lost and it is sent again, nothing is made twice. Kept for a day.
create table :schema.records_command (
  person uuid not null,
  -- the form of a record, or form and record of a comment
  place  text not null,
  id     uuid not null,
  made   uuid not null,
  at     timestamptz not null default now(),
  primary key (person, place, id)
);

grant select, insert, delete on :schema.records_command to formwork_app;
