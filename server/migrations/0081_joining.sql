-- How enterprises and people come: sign-up with a unified social credit code, requests to join, invitations.
alter table identity.space add column credit_code text;
create unique index space_credit_code_key on identity.space (credit_code);

create schema joining;
grant usage on schema joining to formwork_app;

create table joining.request (
  space_id      text not null,
  id            uuid not null,
  account_id    uuid not null,
  name          text not null,
  login         text not null,
  message       text not null default '',
  -- The role an invitation gave them.
  role          text,
  state         text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  reason        text not null default '',
  asked_at      timestamptz not null default now(),
  decided_at    timestamptz,
  decided_by    uuid,
  primary key (space_id, id)
);
-- One request at a time.
create unique index request_waiting_key on joining.request (space_id, lower(login)) where state = 'waiting';
create index request_newest on joining.request (space_id, asked_at desc, id desc);
create index request_account on joining.request (account_id);
alter table joining.request enable row level security;
alter table joining.request force row level security;
create policy in_space on joining.request using (space_id = current_setting('app.space_id', true));
create policy own on joining.request for select using (account_id::text = current_setting('app.account_id', true));
grant select, insert, update on joining.request to formwork_app;

create table joining.invitation (
  space_id    text not null,
  id          uuid not null,
  -- The link carries a random token; only its hash is here.
  token_hash  text not null,
  role        text not null,
  note        text not null,
  review      boolean not null,
  most_people integer not null,
  people      integer not null default 0,
  created_by  uuid not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  revoked_at  timestamptz,
  primary key (space_id, id),
  constraint invitation_people check (people <= most_people)
);
create unique index invitation_token_key on joining.invitation (token_hash);
create index invitation_newest on joining.invitation (space_id, created_at desc, id desc);
alter table joining.invitation enable row level security;
alter table joining.invitation force row level security;
create policy in_space on joining.invitation using (space_id = current_setting('app.space_id', true));
-- Whoever holds the token finds its invitation, in whatever space it is.
create policy by_token on joining.invitation for select using (token_hash = current_setting('app.token_hash', true));
grant select, insert, update on joining.invitation to formwork_app;
