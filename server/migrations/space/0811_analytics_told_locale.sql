-- The language of who asked: mails to those who never said theirs are in it.
alter table :schema.analytics_subscription add column locale text not null default 'zh-CN';
alter table :schema.analytics_alert add column locale text not null default 'zh-CN';
