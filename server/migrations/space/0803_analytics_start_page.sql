-- What /dashboard opens in the place of the list: a person's own, and under nobody's id what holds for all who have none.
create table :schema.analytics_start_page (
  person uuid primary key,
  kind   text not null check (kind in ('chart', 'dashboard', 'screen')),
  thing  uuid not null
);
grant select, insert, update, delete on :schema.analytics_start_page to formwork_app;
