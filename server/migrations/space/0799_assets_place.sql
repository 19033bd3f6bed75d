-- Where an asset belongs is read in the language of whoever looks: the title of an application has two.
alter table :schema.assets_asset alter column place drop default;
alter table :schema.assets_asset alter column place type jsonb using jsonb_build_object('zh', place);
alter table :schema.assets_asset alter column place set default '{"zh": ""}';
