-- Processes of the gateway that share limits, and what each may use of those that are called more in one than in another.
-- They serve all enterprises, and a limit is known by the sum of its name alone.
create table gateway.member (
  id      uuid primary key,
  seen_at timestamptz not null
);
grant select, insert, update, delete on gateway.member to formwork_app;
grant select on gateway.member to formwork_backup;

create table gateway.lease (
  -- 1: rate, 2: calls at once, 3: quota of a period
  kind   smallint not null check (kind between 1 and 3),
  key    bigint not null,
  member uuid not null,
  need   bigint not null,
  held   bigint not null,
  used   bigint not null,
  whole  bigint not null,
  at     timestamptz not null,
  primary key (kind, key, member)
);
create index lease_key on gateway.lease (key);
create index lease_at on gateway.lease (at);
grant select, insert, update, delete on gateway.lease to formwork_app;
grant select on gateway.lease to formwork_backup;
