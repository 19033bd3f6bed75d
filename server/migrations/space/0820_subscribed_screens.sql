-- Screens are sent as charts and dashboards are.
alter table :schema.analytics_subscription drop constraint analytics_subscription_kind_check;
alter table :schema.analytics_subscription add check (kind in ('chart', 'dashboard', 'screen'));
