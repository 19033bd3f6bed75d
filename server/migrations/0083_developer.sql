-- Who may call the API by a token, in which space. Of a token only the hash is here.
create schema developer;
grant usage on schema developer to formwork_app;

create table developer.authorization (
  space_id        text not null,
  account_id      uuid not null,
  state           text not null check (state in ('under_review', 'rejected', 'approved')),
  reason          text not null,
  applied_at      timestamptz not null default now(),
  decided_at      timestamptz,
  decided_by      uuid,
  answer          text not null default '',
  token_hash      text,
  token_end       text,
  token_issued_at timestamptz,
  token_used_at   timestamptz,
  primary key (space_id, account_id),
  -- A token lives with its approval.
  check (token_hash is null or state = 'approved')
);
create unique index authorization_token_key on developer.authorization (token_hash);
create index authorization_newest on developer.authorization (space_id, state, applied_at desc);
alter table developer.authorization enable row level security;
alter table developer.authorization force row level security;
create policy in_space on developer.authorization using (space_id = current_setting('app.space_id', true));
-- Whoever shows the token is found by it, in whatever space it holds.
create policy by_token on developer.authorization for select using (token_hash = current_setting('app.token_hash', true));
grant select, insert, update on developer.authorization to formwork_app;
