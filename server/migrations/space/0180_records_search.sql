-- What the search through everything finds: a row a record, and one more for each of its files. Kept by the reader of the event log.
create table :schema.records_search (
  record_id  uuid not null,
  -- id of the file; empty for the record itself
  item       text not null,
  form_id    text not null,
  -- of files: the field they stand in, `field` or `table.field`
  field      text,
  -- as it is compared: lower case, wide signs made narrow
  content    text not null,
  -- of names and short values, each syllable with a capital letter, then the capitals alone
  pinyin     text not null,
  -- pairs of Chinese signs, triples of others, beginnings of words
  terms      text[] not null,
  -- by which ways people reach it, as far as rules speak of owners and departments
  scopes     text[] not null,
  -- of the record, and of what its release has to search in
  version    integer not null,
  shape      integer not null,
  indexed_at timestamptz not null default now(),
  primary key (record_id, item)
);
create index records_search_terms on :schema.records_search using gin (terms, scopes);
-- Forms of which many records are to be read again. A change while that goes on is asked for once more.
create table :schema.records_search_form (
  form_id  text not null,
  asked_at timestamptz not null,
  done_at  timestamptz,
  -- rows that are older are made again, whatever their version
  whole_at timestamptz,
  primary key (form_id)
);
grant select, insert, update, delete on :schema.records_search, :schema.records_search_form to formwork_app;
