-- People and the spaces they belong to. Accounts and sessions belong to a person, memberships to a space.
create schema identity;
grant usage on schema identity to formwork_app, formwork_dispatcher;

create table identity.space (
  id          text primary key,
  name        text not null,
  is_operator boolean not null default false,
  created_at  timestamptz not null default now()
);
grant select, insert, update on identity.space to formwork_app;
grant select on identity.space to formwork_dispatcher;

create table identity.account (
  id              uuid primary key,
  login           text not null,
  password_hash   text not null,
  home_space      text not null references identity.space (id),
  disabled        boolean not null default false,
  failed_entries  integer not null default 0,
  locked_until    timestamptz,
  password_set_at timestamptz not null default now(),
  created_at      timestamptz not null default now()
);
create unique index account_login_key on identity.account (lower(login));
grant select, insert, update on identity.account to formwork_app;

create table identity.membership (
  space_id   text not null references identity.space (id),
  account_id uuid not null references identity.account (id),
  role       text not null check (role in ('root', 'saas', 'admin', 'user', 'safe', 'audit')),
  name       text not null,
  disabled   boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (space_id, account_id)
);
create index membership_account on identity.membership (account_id);
alter table identity.membership enable row level security;
alter table identity.membership force row level security;
create policy in_space on identity.membership using (space_id = current_setting('app.space_id', true));
create policy own on identity.membership for select using (account_id::text = current_setting('app.account_id', true));
grant select, insert, update on identity.membership to formwork_app;

-- The cookie carries a random id; only its hash is here.
create table identity.session (
  id           uuid primary key,
  token_hash   text not null,
  account_id   uuid not null references identity.account (id),
  ip           text not null,
  user_agent   text not null,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  constraint session_token_key unique (token_hash)
);
create index session_account on identity.session (account_id) where ended_at is null;
grant select, insert, update on identity.session to formwork_app;
