/**
 * Every place of the database that names a content of the store (`platform.files`). A backup copies what these name, so a column
 * that joins them later joins this list; `npm run check` asks for columns that look like one.
 */
export interface ContentSource {
  /** With `:schema` for the schema of a space. */
  table: string;
  /** What holds the key, for whoever reads the list, and for the check. */
  column: string;
  /** Answers key and needed: whether the content has to be there. One that may have been removed before its row need not. With sha256 where the row knows it. */
  query: string;
}

export const contentSources: readonly ContentSource[] = [
  { table: 'files.file', column: 'key', query: 'select key, sha256, not removing as needed from files.file' },
  {
    table: 'files.thumbnail',
    column: 'key',
    query:
      'select t.key, not f.removing as needed from files.thumbnail t join files.file f on f.space_id = t.space_id and f.id = t.file_id',
  },
  {
    table: 'files.upload_part',
    column: 'key',
    query:
      'select p.key, not u.removing as needed from files.upload_part p join files.upload u on u.space_id = p.space_id and u.id = p.upload_id',
  },
  {
    table: 'organization.people_import',
    column: 'file_key',
    query: 'select file_key as key, false as needed from organization.people_import',
  },
  {
    table: ':schema.run',
    column: 'payload',
    query: `select payload->>'key' as key, state in ('waiting', 'running') as needed from :schema.run where kind = 'basedata.import_regions'`,
  },
  {
    // rows that a task has ready for a target which did not take them yet: whoever goes on with it needs them
    table: ':schema.run',
    column: 'memory',
    query: `select stage->>'key' as key, state = 'failed' as needed from :schema.run, jsonb_each(memory->'stages') as stages (target, stage) where kind = 'etl.task' and not stage ? 'straight'`,
  },
  {
    // read anew where it is missing
    table: ':schema.analytics_extract',
    column: 'file',
    query: 'select file as key, false as needed from :schema.analytics_extract where file is not null',
  },
  {
    // of a data set that grows; goes with the reading that it goes on from
    table: ':schema.analytics_extract',
    column: 'deltas',
    query: "select d ->> 'file' as key, false as needed from :schema.analytics_extract, jsonb_array_elements(deltas) d",
  },
  {
    table: ':schema.records_sheet',
    column: 'file_key',
    query: 'select file_key as key, purged_at is null as needed from :schema.records_sheet',
  },
  {
    table: ':schema.records_sheet',
    column: 'archive_key',
    query:
      'select archive_key as key, purged_at is null as needed from :schema.records_sheet where archive_key is not null',
  },
];
