-- What an enterprise set of the elements of pages is a definition of each page: its versions are numbered on.
alter table console.element_setting no force row level security;
alter table definitions.definition no force row level security;
alter table definitions.release no force row level security;

insert into definitions.definition
  (space_id, kind, id, area, name, draft, format, version, saved_by, saved_at, released, released_version, created_by, created_at)
select space_id, 'page_elements', page, 'console', jsonb_build_object('zh', page), jsonb_build_object('page', page, 'settings', settings), 1,
  version, changed_by, changed_at, version, version, changed_by, changed_at
from console.element_setting;
insert into definitions.release (space_id, kind, id, number, body, format, released_by, released_at)
select space_id, 'page_elements', page, version, jsonb_build_object('page', page, 'settings', settings), 1, changed_by, changed_at
from console.element_setting;

drop table console.element_setting;
alter table definitions.definition force row level security;
alter table definitions.release force row level security;
