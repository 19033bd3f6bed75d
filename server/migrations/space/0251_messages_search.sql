-- What a message is found by: its titles as they are compared, and of these the pairs of neighbouring signs, single ones that
-- mean something by themselves, and who did what it tells of. The same as in modules/messages/search.ts.
alter table :schema.messages_message add column plain text not null default '', add column terms text[] not null default '{}';
update :schema.messages_message set plain = lower(normalize(title || coalesce(E'\n' || (form_title->>'zh'), '') || coalesce(E'\n' || (form_title->>'en'), ''), NFKC));
update :schema.messages_message set terms = (
  select coalesce(array_agg(distinct term), '{}') from (
    select unnest(array[substr(plain, n, 2), substr(plain, n, 1)]) as term from generate_series(1, length(plain)) as n
    union all select by_person::text
  ) as every where length(term) > 1 or term > '~'
);
create index messages_message_terms on :schema.messages_message using gin ((array[person]), terms);
