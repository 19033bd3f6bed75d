-- What a grant leaves out: ids of fields and slave tables, `table.field` for a field of slave rows. A process writes here
-- what its nodes hide; whoever holds several grants on a record sees what any of them shows.
alter table :schema.records_grant add column hidden text[] not null default '{}';
-- Few people hold such grants: lists of all others need not look for them row by row.
create index records_grant_masked on :schema.records_grant (user_id, form_id) where hidden <> '{}';
