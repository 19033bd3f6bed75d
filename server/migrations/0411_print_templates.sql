-- Print templates are definitions: ids and numbers of versions stay. What is left here says which form they are offered for.
alter table printing.template no force row level security;
alter table printing.template_version no force row level security;
alter table forms.form no force row level security;
alter table definitions.definition no force row level security;
alter table definitions.release no force row level security;

insert into definitions.definition
  (space_id, kind, id, area, app_id, name, draft, format, version, saved_by, saved_at, released, released_version, enabled, created_by, created_at)
select t.space_id, 'print_template', t.id::text, 'printing', f.app_id, t.title, jsonb_build_object('form', t.form_id, 'content', v.content), 1,
  t.version, t.changed_by, t.changed_at, t.version, t.version, t.enabled, made.made_by, made.made_at
from printing.template t
join printing.template_version v on v.space_id = t.space_id and v.template_id = t.id and v.version = t.version
left join forms.form f on f.space_id = t.space_id and f.id = t.form_id
cross join lateral (
  select made_by, made_at from printing.template_version w
  where w.space_id = t.space_id and w.template_id = t.id order by version limit 1
) made;

insert into definitions.release (space_id, kind, id, number, body, format, released_by, released_at)
select v.space_id, 'print_template', v.template_id::text, v.version, jsonb_build_object('form', t.form_id, 'content', v.content), 1, v.made_by, v.made_at
from printing.template_version v
join printing.template t on t.space_id = v.space_id and t.id = v.template_id;

drop table printing.template_version;
alter table printing.template
  drop column title, drop column enabled, drop column version, drop column changed_at, drop column changed_by;

alter table printing.template force row level security;
alter table forms.form force row level security;
alter table definitions.definition force row level security;
alter table definitions.release force row level security;
