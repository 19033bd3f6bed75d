-- Every index here is paid for by every change anybody makes, so only what finds few rows among many has one. Changes of
-- records are most of the trail: whoever asks for them finds them in its order. A repeated batch is recognised at the end of
-- the trail, which needs no index of its own.
drop index platform.audit_about;
drop index platform.audit_kind;
create index audit_kind on platform.audit (space_id, kind, at, seq) where kind <> 'record';
alter table platform.audit drop constraint audit_event_key;
