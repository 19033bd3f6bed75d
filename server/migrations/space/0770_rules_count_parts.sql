-- Saves that count the same rule at the same time would stand in line at its row until each is committed: every connection
-- counts in a row of its own.
alter table :schema.rules_count add column part smallint not null default 0;
alter table :schema.rules_count drop constraint rules_count_pkey;
alter table :schema.rules_count add primary key (rule, hour, part);
