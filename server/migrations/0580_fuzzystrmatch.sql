-- Tells how many characters two texts differ by, for duplicates found by likeness. A contributed extension that an owner who is no superuser may make.
create extension if not exists fuzzystrmatch with schema platform;
