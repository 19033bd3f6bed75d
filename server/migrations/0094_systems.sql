-- Systems get an icon and people who answer for them.
alter table forms.system add column icon text;
alter table forms.system add column administrators uuid[] not null default '{}';
grant delete on forms.system to formwork_app;
