-- A token ends with the time its approval was given for. Those that are there get ninety days from now.
alter table developer.authorization add column token_expires_at timestamptz default now() + interval '90 days';
alter table developer.authorization alter column token_expires_at drop default;
alter table developer.authorization add check (token_hash is null or token_expires_at is not null);
-- The tokens of an account in every space: they end with all its sessions.
create policy own on developer.authorization for select using (account_id::text = current_setting('app.account_id', true));
