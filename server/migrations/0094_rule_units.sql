-- Rules mean departments, posts and public groups of users too, and with them whoever belongs there.
alter table forms.permission drop constraint permission_subject_kind_check;
alter table forms.permission
  add constraint permission_subject_kind_check check (subject_kind in ('everyone', 'role', 'person', 'department', 'post', 'group')),
  -- of a department: those below it too
  add column subject_below boolean not null default false;

alter table forms.app_permission drop constraint app_permission_subject_kind_check;
alter table forms.app_permission
  add constraint app_permission_subject_kind_check check (subject_kind in ('everyone', 'role', 'person', 'department', 'post', 'group')),
  add column subject_below boolean not null default false;
