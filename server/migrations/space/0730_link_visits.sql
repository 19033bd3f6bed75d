-- Links to records, documents and folders end after so many visits, as links to views and charts do.
alter table :schema.records_link add column most integer;
alter table :schema.documents_link add column most integer;
