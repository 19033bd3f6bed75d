-- People without an account ask to join too: they get one when they are let in. Until then its parts wait here.
alter table joining.request
  alter column account_id drop not null,
  add column password_hash text,
  add column contact_kind  text check (contact_kind in ('phone', 'email')),
  add column contact       text;
