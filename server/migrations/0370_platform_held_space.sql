-- A space that comes back from a backup while the others go on. Restoring: nobody writes in it (as long as the program that
-- restores it lives, which its lock says); afterwards held, as a whole installation is, until an operator lets it go on.
create table platform.held_space (
  id            text primary key,
  restoring     boolean not null default false,
  held          boolean not null default false,
  restored_at   timestamptz not null default now(),
  -- the moment which the backup shows
  restored_from timestamptz not null,
  -- what came back with it, by kind, for the operator
  returned      jsonb not null default '[]'
);
grant select, delete on platform.held_space to formwork_app;

alter table platform.installation add column returned jsonb not null default '[]';
