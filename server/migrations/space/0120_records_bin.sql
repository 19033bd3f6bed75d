-- The recycle bin is read by time over all forms and within one; records come back, or go for good with their history.
create index records_bin_at on :schema.records_bin (deleted_at desc, id desc);
drop index :schema.records_bin_form;
create index records_bin_form on :schema.records_bin (form_id, deleted_at desc, id desc);
alter table :schema.records_history drop constraint records_history_kind_check;
alter table :schema.records_history add constraint records_history_kind_check check (kind in ('created', 'updated', 'deleted', 'imported', 'process', 'restored'));
grant delete on :schema.records_history to formwork_app;
