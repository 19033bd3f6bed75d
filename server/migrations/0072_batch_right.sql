-- Work on several records at once is a right of its own now: rules that let people delete had it.
alter table forms.permission no force row level security;
update forms.permission set actions = actions || '{batch}' where 'delete' = any(actions) and not 'batch' = any(actions);
alter table forms.permission force row level security;
