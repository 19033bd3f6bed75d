-- What is said about a process: who settled how to be told has it as they have copies.
alter table workflow.push no force row level security;
update workflow.push set settings = jsonb_set(settings, '{rules}', (
  select jsonb_agg(jsonb_set(jsonb_set(rule, '{ways,mentioned}', coalesce(rule -> 'ways' -> 'copied', '[]')), '{ways,commented}', coalesce(rule -> 'ways' -> 'copied', '[]')) order by place)
  from jsonb_array_elements(settings -> 'rules') with ordinality as r(rule, place)))
where jsonb_typeof(settings -> 'rules') = 'array';
alter table workflow.push force row level security;
