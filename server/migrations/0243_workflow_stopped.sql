-- New things to be told of: who settled how to be told has them as they have the end of a process.
alter table workflow.push no force row level security;
update workflow.push set settings = jsonb_set(settings, '{rules}', (
  select jsonb_agg(jsonb_set(jsonb_set(rule, '{ways,stopped}', coalesce(rule -> 'ways' -> 'finished', '[]')), '{ways,failed}', coalesce(rule -> 'ways' -> 'finished', '[]')) order by place)
  from jsonb_array_elements(settings -> 'rules') with ordinality as r(rule, place)))
where jsonb_typeof(settings -> 'rules') = 'array';
alter table workflow.push force row level security;
