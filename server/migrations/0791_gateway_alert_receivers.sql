-- Who is told of an alert, and how. Nobody named: administrators, as before.
alter table gateway.alert_rule add column receivers jsonb not null default '[]';
alter table gateway.alert_rule add column ways text[] not null default '{message}' check (cardinality(ways) > 0 and ways <@ '{message,mail}');
