-- How long those who read an asset had it worked for them, beside how often.
alter table :schema.assets_usage add column ms double precision not null default 0;
