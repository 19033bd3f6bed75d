-- Runs that ended before what they carried out was known as an asset: they are told of once it is.
create table :schema.assets_untold (
  run uuid primary key,
  at  timestamptz not null default now()
);
grant select, insert, update, delete on :schema.assets_untold to formwork_app;
