-- Departments, posts, groups and roles may be told as well as people: whoever belongs to them when something is told.
alter table :schema.analytics_subscription add column told jsonb;
update :schema.analytics_subscription
set told = (select coalesce(jsonb_agg(jsonb_build_object('kind', 'people', 'id', one) order by one), '[]') from unnest(receivers) one);
alter table :schema.analytics_subscription alter column told set not null, drop column receivers;
alter table :schema.analytics_subscription rename column told to receivers;

alter table :schema.analytics_alert add column told jsonb;
update :schema.analytics_alert
set told = (select coalesce(jsonb_agg(jsonb_build_object('kind', 'people', 'id', one) order by one), '[]') from unnest(receivers) one);
alter table :schema.analytics_alert alter column told set not null, drop column receivers;
alter table :schema.analytics_alert rename column told to receivers;
