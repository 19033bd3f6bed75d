-- Where newcomers work: what an invitation gives them, or the administrator.
alter table joining.invitation add column department_id uuid;
alter table joining.request add column department_id uuid;
