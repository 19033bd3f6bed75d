-- What makes an account safe: bindings, a second step, codes, the enterprise's policy.

-- Wrong entries are counted in platform.tries, for accounts that do not exist too.
alter table identity.account
  drop column failed_entries,
  drop column locked_until,
  add column phone          text,
  add column email          text,
  -- low, medium or high; null for passwords from before it was kept
  add column password_grade text check (password_grade in ('low', 'medium', 'high')),
  -- set by somebody else and not changed since
  add column password_given boolean not null default false,
  add column two_step       text check (two_step in ('totp', 'sms')),
  -- sealed; the pending one holds after it was confirmed
  add column totp_secret    text,
  add column totp_pending   text,
  -- the last time step whose code was used: none is good twice
  add column totp_step      bigint not null default 0;
create unique index account_phone_key on identity.account (phone);
create unique index account_email_key on identity.account (lower(email));

create table identity.former_password (
  account_id    uuid not null references identity.account (id),
  replaced_at   timestamptz not null default now(),
  password_hash text not null,
  primary key (account_id, replaced_at)
);
grant select, insert, delete on identity.former_password to formwork_app;

-- Codes that were sent to a phone or a mailbox.
create table identity.code (
  purpose    text not null,
  target     text not null,
  -- keyed: six digits are soon found by whoever reads the table
  code_hash  text not null,
  wrong      integer not null default 0,
  expires_at timestamptz not null,
  primary key (purpose, target)
);
grant select, insert, update, delete on identity.code to formwork_app;

create table identity.recovery_code (
  account_id uuid not null references identity.account (id),
  code_hash  text not null,
  used_at    timestamptz,
  primary key (account_id, code_hash)
);
grant select, insert, update, delete on identity.recovery_code to formwork_app;

-- A sign-in on its way: what was proved so far.
create table identity.sign_in_ticket (
  token_hash text primary key,
  account_id uuid not null references identity.account (id),
  stage      text not null,
  first      text not null,
  second     boolean not null,
  expires_at timestamptz not null
);
create index sign_in_ticket_expires on identity.sign_in_ticket (expires_at);
grant select, insert, update, delete on identity.sign_in_ticket to formwork_app;

-- Accounts of third parties.
create table identity.binding (
  provider   text not null,
  subject    text not null,
  account_id uuid not null references identity.account (id),
  name       text not null,
  bound_at   timestamptz not null default now(),
  primary key (provider, subject),
  constraint binding_account_key unique (account_id, provider)
);
grant select, insert, delete on identity.binding to formwork_app;

-- A browser on its way to a third party and back.
create table identity.provider_visit (
  state_hash  text primary key,
  -- of the cookie: another browser cannot come back with it
  browser_hash text not null,
  provider    text not null,
  -- who binds; null signs in
  account_id  uuid references identity.account (id),
  verifier    text not null,
  nonce       text not null,
  return_to   text not null,
  expires_at  timestamptz not null
);
create index provider_visit_expires on identity.provider_visit (expires_at);
grant select, insert, delete on identity.provider_visit to formwork_app;

-- What the person may look up of their own account; the audit trail keeps it all.
create table identity.operation (
  account_id uuid not null references identity.account (id),
  id         uuid not null,
  at         timestamptz not null default now(),
  kind       text not null,
  ip         text not null,
  user_agent text not null,
  primary key (account_id, id)
);
create index operation_at on identity.operation (at);
grant select, insert, delete on identity.operation to formwork_app;

alter table identity.session add column device text not null default 'desktop';

create table identity.policy (
  space_id text primary key references identity.space (id),
  rules    jsonb not null
);
alter table identity.policy enable row level security;
alter table identity.policy force row level security;
create policy in_space on identity.policy using (space_id = current_setting('app.space_id', true));
grant select, insert, update on identity.policy to formwork_app;
