-- A system is looked after as a department is: one of the two is named.
alter table organization.delegated_admin
  add column system_id text,
  alter column department_id drop not null,
  add constraint delegated_admin_of_one check ((department_id is null) <> (system_id is null));
create index delegated_admin_system on organization.delegated_admin (space_id, system_id) where system_id is not null;

-- A role belongs to a system where those who look after that one's roles look after it.
alter table organization.role add column system_id text;
create index role_system on organization.role (space_id, system_id) where system_id is not null;

-- Made by somebody who looks after a department: it holds as long as they do.
alter table joining.invitation add column as_delegate boolean not null default false;
