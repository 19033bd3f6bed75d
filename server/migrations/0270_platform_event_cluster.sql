-- Positions in the event log are transaction numbers, which belong to a cluster: which one those of the cursors are of. One row.
create table platform.event_cluster (
  id                smallint primary key default 1 check (id = 1),
  system_identifier text not null
);
