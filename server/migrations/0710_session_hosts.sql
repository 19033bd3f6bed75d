-- A session at an application's own host: another cookie, the same session. The hash is of the host's origin and the token, so that what is a session at one host is none at another.
create table identity.session_host (
  token_hash text primary key,
  session_id uuid not null references identity.session (id) on delete cascade,
  origin     text not null,
  created_at timestamptz not null default now()
);
create index session_host_session on identity.session_host (session_id);
grant select, insert, delete on identity.session_host to formwork_app;

-- A browser on its way from the public host to that of an application.
create table identity.host_ticket (
  token_hash   text primary key,
  session_id   uuid not null references identity.session (id) on delete cascade,
  origin       text not null,
  -- of the cookie that the application's host gave: in another browser the ticket is worth nothing
  browser_hash text not null,
  return_to    text not null,
  expires_at   timestamptz not null
);
create index host_ticket_expires on identity.host_ticket (expires_at);
create index host_ticket_session on identity.host_ticket (session_id);
grant select, insert, delete on identity.host_ticket to formwork_app;
