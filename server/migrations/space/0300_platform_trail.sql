-- The audit trail of a space, beside its data: COPY writes it, which does not pass row security. What was written before stays in
-- platform.audit; the first row here goes on from its last number and hash.
create table :schema.trail (
  seq        bigint not null,
  event_id   uuid not null,
  at         timestamptz not null,
  actor      uuid,
  type       text not null,
  subject    text not null,
  request_id text not null,
  ip         text not null,
  data       jsonb not null,
  kind       text not null,
  about      text not null,
  hash       bytea not null,
  primary key (seq)
);
create index trail_at on :schema.trail (at, seq);
create index trail_actor on :schema.trail (actor, at, seq);
create index trail_subject on :schema.trail (subject, at, seq) where subject <> '';
create index trail_kind on :schema.trail (kind, at, seq) where kind <> 'record';
create index trail_deputy on :schema.trail ((data->>'deputy'), at, seq) where data->>'deputy' is not null;

-- How far the trail has come in a stream: written with its rows, so that no event stands in it twice.
create table :schema.trail_position (
  stream text not null,
  xid    xid8 not null,
  id     uuid not null,
  primary key (stream)
);

grant select on :schema.trail, :schema.trail_position to formwork_app;
grant select, insert on :schema.trail to formwork_dispatcher;
grant select, insert, update on :schema.trail_position to formwork_dispatcher;
