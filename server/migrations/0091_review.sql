-- Three-admin management: the system administrator prepares changes of rights, the security reviewer releases them, the auditor sees both.
create schema review;
grant usage on schema review to formwork_app;

create table review.separation (
  space_id   text primary key,
  enabled    boolean not null,
  changed_by uuid not null,
  changed_at timestamptz not null default now()
);
alter table review.separation enable row level security;
alter table review.separation force row level security;
create policy in_space on review.separation using (space_id = current_setting('app.space_id', true));
grant select, insert, update on review.separation to formwork_app;

-- A call that was held back, as it was sent, and what became of it. Ids are in the order of time.
create table review.change (
  space_id    text not null,
  id          uuid not null,
  action      text not null,
  input       jsonb not null,
  subject     text not null,
  before      jsonb,
  prepared_by uuid not null,
  prepared_at timestamptz not null default now(),
  state       text not null default 'waiting' check (state in ('waiting', 'releasing', 'released', 'rejected', 'withdrawn', 'failed')),
  decided_by  uuid,
  decided_at  timestamptz,
  reason      text not null default '',
  failure     text,
  primary key (space_id, id)
);
create index change_waiting on review.change (space_id, id) where state in ('waiting', 'releasing');
alter table review.change enable row level security;
alter table review.change force row level security;
create policy in_space on review.change using (space_id = current_setting('app.space_id', true));
grant select, insert, update on review.change to formwork_app;
