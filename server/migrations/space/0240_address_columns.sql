-- Columns of addresses ended like those of relations, so that a field which changed from one to the other got no column of its own.
do $$
declare
  named record;
begin
  for named in
    select c.oid::regclass as name, a.attname as old
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = ':schema'::regnamespace and c.relkind = 'r' and c.relname like 'f\_%'
       and a.attnum > 0 and not a.attisdropped and a.atttypid = 'jsonb'::regtype and a.attname like '%\_r'
  loop
    execute format('alter table %s rename column %I to %I', named.name, named.old, left(named.old, -1) || 'c');
  end loop;
  for named in
    select i.oid::regclass as name, i.relname as old
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
     where c.relnamespace = ':schema'::regnamespace and c.relname like 'f\_%' and a.atttypid = 'jsonb'::regtype and a.attname like '%\_c' and i.relname like '%\_r\_in'
  loop
    execute format('alter index %s rename to %I', named.name, left(named.old, -4) || 'c_in');
  end loop;
end $$;
