-- What auditors search by, written beside each row: its kind, and the names it mentions. Neither is part of the hash: both follow from the rest of the row.
alter table platform.audit add column kind text not null default 'other', add column about text not null default '';

-- its owner too is held to the policies, and none of them is for this
alter table platform.audit no force row level security;
update platform.audit set
  kind = case
    when type like 'identity.session.%' or type like 'identity.password.%' then 'sign_in'
    when type like 'organization.role.%' or type like 'identity.membership.%' or type like 'forms.permission.%' then 'permission'
    when type like 'records.%' then 'record'
    when type like 'workflow.definition.%' or type like 'forms.%' then 'setting'
    when type like 'workflow.%' then 'process'
    when type like 'identity.%' or type like 'organization.%' then 'people'
    else 'other'
  end,
  about = left(concat_ws(' ', data ->> 'name', data ->> 'title', data ->> 'login', data ->> 'path'), 300);
alter table platform.audit force row level security;

alter table platform.audit alter column kind drop default, alter column about drop default;

create index audit_at on platform.audit (space_id, at, seq);
create index audit_actor on platform.audit (space_id, actor, at, seq);
create index audit_kind on platform.audit (space_id, kind, at, seq);
create index audit_subject on platform.audit (space_id, subject, at, seq) where subject <> '';
create index audit_about on platform.audit (space_id, at, seq) where about <> '';
