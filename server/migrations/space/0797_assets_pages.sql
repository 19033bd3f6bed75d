-- Lists of assets in pages that are found by an index however many rows there are, and words of the glossary that are searched.

create index assets_incident_unsolved on :schema.assets_incident (opened_at desc, id desc) where state <> 'solved';
create index assets_incident_by_state on :schema.assets_incident (state, opened_at desc, id desc);
create index assets_incident_asset on :schema.assets_incident (asset, opened_at desc, id desc);
drop index :schema.assets_incident_state;

create index assets_remark_page on :schema.assets_remark (asset, at desc, id desc);
drop index :schema.assets_remark_asset;

create index assets_request_page on :schema.assets_request (asked_at desc, id desc);
create index assets_request_person on :schema.assets_request (person, asked_at desc, id desc);
create index assets_request_of on :schema.assets_request (asset, asked_at desc, id desc);
drop index :schema.assets_request_asset;

alter table :schema.assets_word
  -- all it is called, in small letters: what a search names is looked up among them
  add column names text[] not null default '{}',
  add column content text not null default '',
  add column pinyin text not null default '',
  -- pieces of its names; null until they are worked out, which the next registering does for those that were there
  add column keys integer[];
update :schema.assets_word set
  names = array_remove(array[lower(name->>'zh'), lower(name->>'en')] || array(select lower(a) from unnest(also) as a), null),
  content = lower(coalesce(name->>'zh' || e'\n', '') || coalesce(name->>'en' || e'\n', '') || coalesce((select string_agg(a, e'\n') from unnest(also) as a), '') || coalesce(e'\n' || about, ''));
create index assets_word_names on :schema.assets_word using gin (names);
create index assets_word_keys on :schema.assets_word using gin (keys);
create index assets_word_length on :schema.assets_word (length(name->>'zh'));
create index assets_word_also on :schema.assets_word (id) where also <> '{}';
create index assets_word_new on :schema.assets_word (id) where keys is null;
