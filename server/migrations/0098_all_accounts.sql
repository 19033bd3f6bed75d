-- The operator looks for accounts across enterprises: memberships of every space are readable where a transaction says so, and nowhere written.
create policy operator_reads on identity.membership for select using (current_setting('app.every_space', true) = 'on');

-- The account that took this one's place; it does not come back.
alter table identity.account add column merged_into uuid references identity.account (id);
create index account_newest on identity.account (created_at desc, id);
