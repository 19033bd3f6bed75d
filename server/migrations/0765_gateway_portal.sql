-- The portal of the data gateway: whose a consumer is, what people find there, and what was answered to those who asked.
alter table gateway.consumer add column owner uuid;
create unique index consumer_owner_key on gateway.consumer (space_id, owner) where owner is not null;

alter table gateway.subscription add column answer text not null default '';

-- Which APIs are in the portal, for whom and under which plans.
create table gateway.listing (
  space_id   text not null,
  api        uuid not null,
  audience   jsonb not null,
  plans      uuid[] not null,
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  primary key (space_id, api)
);
alter table gateway.listing enable row level security;
alter table gateway.listing force row level security;
create policy in_space on gateway.listing using (space_id = current_setting('app.space_id', true));
create policy backup_reads on gateway.listing for select to formwork_backup using (true);
grant select, insert, update, delete on gateway.listing to formwork_app;
