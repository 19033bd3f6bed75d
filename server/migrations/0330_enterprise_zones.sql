-- Every process keeps the zones of all enterprises in memory; it reads them once, when it starts.
grant usage on schema enterprise to formwork_dispatcher;
grant select (space_id, name, value) on enterprise.setting to formwork_dispatcher;
create policy dispatcher_reads_zones on enterprise.setting for select to formwork_dispatcher using (name = 'work_time');
