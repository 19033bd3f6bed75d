-- Whose key signed a package, as it stands in the file; null where it is signed by nobody.
alter table packages.install add column signed_by text;
