-- What people say about themselves, in each space for itself.
create schema profile;
grant usage on schema profile to formwork_app;

create table profile.profile (
  space_id           text not null,
  account_id         uuid not null,
  gender             text check (gender in ('male', 'female')),
  birthday           date,
  qq                 text,
  -- Encrypted with a key of the installation.
  id_card            text,
  address            text,
  signature          text,
  extension          text,
  entry_date         date,
  job_description    text,
  portrait           uuid,
  portrait_original  uuid,
  drawn_signature    uuid,
  primary key (space_id, account_id)
);
alter table profile.profile enable row level security;
alter table profile.profile force row level security;
create policy in_space on profile.profile using (space_id = current_setting('app.space_id', true));
grant select, insert, update on profile.profile to formwork_app;
