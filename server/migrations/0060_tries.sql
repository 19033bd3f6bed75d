-- How often somebody tried something lately, counted for all processes together. Unlogged: after a crash of the database the
-- counting begins anew, which costs nothing but a few more tries.
create unlogged table platform.tries (
  key     text primary key,
  tries   integer not null,
  ends_at timestamptz not null
);
create index tries_ends on platform.tries (ends_at);
grant select, insert, update, delete on platform.tries to formwork_app;
