-- Whether new applications may begin as a copy of it.
alter table forms.app add column template boolean not null default false;
