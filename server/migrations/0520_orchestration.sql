-- What starts a flow, as its release in force says: events by the name of their trigger, calls by their key, messages by their name.
create schema orchestration;
grant usage on schema orchestration to formwork_app;
create table orchestration.start (
  space_id text not null,
  flow     text not null,
  part     text not null,
  kind     text not null check (kind in ('trigger', 'call', 'message')),
  name     text not null,
  primary key (space_id, flow, part)
);
create index start_name on orchestration.start (space_id, kind, name);
create unique index start_call_key on orchestration.start (space_id, name) where kind = 'call';
alter table orchestration.start enable row level security;
alter table orchestration.start force row level security;
create policy in_space on orchestration.start using (space_id = current_setting('app.space_id', true));
create policy backup_reads on orchestration.start for select to formwork_backup using (true);
grant select, insert, update, delete on orchestration.start to formwork_app;
