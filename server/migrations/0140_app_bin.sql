-- Applications and forms that were removed wait in a bin, with who removed them.
alter table forms.app add column removed_at timestamptz;
alter table forms.app add column removed_by uuid;
alter table forms.form add column removed_by uuid;
