-- How the file of an import of people is read: its encoding, its delimiter, its sheet. Null where it was uploaded before this was kept.
alter table organization.people_import add column reading jsonb;
