-- What the operator keeps of an enterprise: its edition, until when it may work, whether it is suspended, and who looks after it.
alter table identity.space
  add column edition           text not null default 'enterprise' constraint space_edition check (edition in ('community', 'enterprise')),
  -- From this moment on nobody signs in; null is never.
  add column expires_at        timestamptz,
  add column suspended_at      timestamptz,
  add column suspended_because text not null default '',
  -- The service-provider administrator whose customer it is; null is the operator's own.
  add column provider          uuid references identity.account (id);
create index space_provider on identity.space (provider) where provider is not null;
create index space_newest on identity.space (created_at desc, id);

-- Good for one sign-in, in which the person chooses another one.
alter table identity.account add column password_once boolean not null default false;
create index account_home on identity.account (home_space);
