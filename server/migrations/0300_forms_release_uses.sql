-- what named things that a release took away, and was left as it is by a yes
alter table forms.release add column uses jsonb not null default '[]';
