-- Compares texts inside the exclusion constraints of time slots. A contributed extension that an owner who is no superuser may make.
create extension if not exists btree_gist with schema platform;
