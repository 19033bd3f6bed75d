-- Account hosting: a person lets one other member of the space do everything in their name, until they end it or its time is over.
create table identity.hosting (
  space_id   text not null references identity.space (id),
  -- one trustee an account and space
  account_id uuid not null references identity.account (id),
  trustee_id uuid not null references identity.account (id),
  started_at timestamptz not null default now(),
  -- null: until it is ended
  ends_at    timestamptz,
  primary key (space_id, account_id),
  check (account_id <> trustee_id)
);
create index hosting_trustee on identity.hosting (space_id, trustee_id);
alter table identity.hosting enable row level security;
alter table identity.hosting force row level security;
create policy in_space on identity.hosting using (space_id = current_setting('app.space_id', true));
grant select, insert, update, delete on identity.hosting to formwork_app;

-- The hosted account that the person of a session has switched into, and where.
alter table identity.session
  add column acting_for uuid references identity.account (id),
  add column acting_in  text references identity.space (id);
create index session_acting on identity.session (acting_for) where acting_for is not null;

-- The other person an operation is about, by the name they had.
alter table identity.operation add column about text;

-- What somebody did as a trustee or an agent is found by their own id, too.
create index audit_deputy on platform.audit (space_id, (data->>'deputy'), at desc, seq desc) where data->>'deputy' is not null;
