import type pg from 'pg';

/**
 * The schema of a migrated database as text, read from the catalog: what `server/schema.sql` must say. For reading and
 * comparing, in an order that does not depend on how it came about. `schemas` maps each schema to the name it has here.
 */
export async function dumpSchema(client: pg.ClientBase, schemas: Map<string, string>): Promise<string> {
  // with an empty path every name is printed with its schema
  await client.query("set search_path = ''");
  const parts: string[] = [await roles(client)];
  for (const [schema, shown] of [...schemas].sort((a, b) => (a[1] < b[1] ? -1 : 1))) {
    const text = [
      `-- ==== ${shown} ====`,
      await schemaHead(client, schema),
      ...(await types(client, schema)),
      ...(await functions(client, schema)),
      ...(await aggregates(client, schema)),
      ...(await tables(client, schema)),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
    parts.push(
      schema === shown
        ? text
        : text
            .replaceAll(`"${schema}".`, `${shown}.`)
            .replaceAll(`${schema}.`, `${shown}.`)
            .replaceAll(`schema ${schema}`, `schema ${shown}`),
    );
  }
  return `-- The schema after every migration. Written by \`npm run check -- --write\`, never by hand.\n\n${parts.join('\n\n')}\n`;
}

/** Schemas which migrations made. */
export async function ownSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select nspname as name from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'graphile_worker') order by 1`);
  return rows.map((row) => row.name);
}

async function roles(client: pg.ClientBase): Promise<string> {
  const lines = await texts(
    client,
    `
    select format('create role %I%s%s%s%s%s;', rolname, case when rolcanlogin then ' login' end, case when rolsuper then ' superuser' end,
      case when rolbypassrls then ' bypassrls' end, case when rolcreaterole then ' createrole' end, case when rolcreatedb then ' createdb' end) as text
    from pg_roles where rolname in ('formwork_app', 'formwork_backup', 'formwork_dispatcher') order by rolname`,
  );
  const extensions = await texts(
    client,
    `select format('create extension %I schema %I;', extname, nspname) as text from pg_extension join pg_namespace n on n.oid = extnamespace where extname <> 'plpgsql' order by extname`,
  );
  return [...lines, ...extensions].join('\n');
}

async function schemaHead(client: pg.ClientBase, schema: string): Promise<string> {
  return [
    `create schema ${schema};`,
    ...(await texts(
      client,
      `
    select format('grant %s on schema %I to %I;', lower(string_agg(privilege_type, ', ' order by privilege_type)), nspname, grantee::regrole::text) as text
    from pg_namespace, aclexplode(nspacl) where nspname = $1 and grantee <> nspowner group by nspname, grantee order by grantee::regrole::text`,
      schema,
    )),
  ].join('\n');
}

function types(client: pg.ClientBase, schema: string): Promise<string[]> {
  return texts(
    client,
    `
    select case typtype
      when 'e' then format('create type %s as enum (%s);', t.oid::regtype, (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
      else format('create domain %s as %s %s;', t.oid::regtype, format_type(typbasetype, typtypmod), (select string_agg(pg_get_constraintdef(c.oid), ' ' order by conname) from pg_constraint c where contypid = t.oid)) end as text
    from pg_type t where typnamespace = to_regnamespace($1) and typtype in ('e', 'd') order by typname`,
    schema,
  );
}

function functions(client: pg.ClientBase, schema: string): Promise<string[]> {
  return texts(
    client,
    `
    select pg_get_functiondef(p.oid) || coalesce((
      select string_agg(format(E'\\ngrant execute on function %s to %s;', p.oid::regprocedure, case grantee when 0 then 'public' else grantee::regrole::text end), '' order by grantee::regrole::text)
      from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner), '') as text
    from pg_proc p where pronamespace = to_regnamespace($1) and prokind in ('f', 'p')
      and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e') order by p.oid::regprocedure::text`,
    schema,
  );
}

function aggregates(client: pg.ClientBase, schema: string): Promise<string[]> {
  return texts(
    client,
    `
    select format('create aggregate %s (sfunc = %s, stype = %s, initcond = %L);', p.oid::regprocedure, aggtransfn, format_type(aggtranstype, null), agginitval) as text
    from pg_proc p join pg_aggregate on aggfnoid = p.oid where pronamespace = to_regnamespace($1) order by p.oid::regprocedure::text`,
    schema,
  );
}

async function tables(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ oid: number; name: string; kind: string }>(
    `
    select oid::int, oid::regclass::text as name, relkind as kind from pg_class
    where relnamespace = to_regnamespace($1) and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition order by relkind in ('v', 'm'), relname`,
    [schema],
  );
  const all: string[] = [];
  for (const { oid, name, kind } of rows) all.push((await relation(client, oid, name, kind)).join('\n'));
  return all;
}

async function relation(client: pg.ClientBase, oid: number, name: string, kind: string): Promise<string[]> {
  if (kind === 'v' || kind === 'm') {
    return [
      ...(await texts(
        client,
        `select format('create view %s as%s', $1::int::regclass, E'\\n' || pg_get_viewdef($1::int)) as text`,
        oid,
      )),
      ...(await grants(client, oid)),
    ];
  }
  if (kind === 'S') return [`create sequence ${name};`, ...(await grants(client, oid))];
  const body = [...(await columns(client, oid)), ...(await constraints(client, oid))]
    .map((line) => `  ${line}`)
    .join(',\n');
  const [key] = kind === 'p' ? await texts(client, 'select pg_get_partkeydef($1::int) as text', oid) : [];
  return [
    `create table ${name} (\n${body}\n)${key === undefined ? '' : ` partition by ${key.toLowerCase()}`};`,
    ...(await indexes(client, oid)),
    ...(await triggers(client, oid)),
    ...(await rowSecurity(client, oid, name)),
    ...(await grants(client, oid)),
  ];
}

function columns(client: pg.ClientBase, table: number): Promise<string[]> {
  return texts(
    client,
    `
    select concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
      case when attcollation <> typcollation then (select 'collate ' || quote_ident(collname) from pg_collation where oid = attcollation) end,
      case when attnotnull then 'not null' end,
      case attidentity when 'a' then 'generated always as identity' when 'd' then 'generated by default as identity' end,
      case when attgenerated <> '' then format('generated always as (%s)', pg_get_expr(adbin, adrelid)) when adbin is not null then 'default ' || pg_get_expr(adbin, adrelid) end) as text
    from pg_attribute a join pg_type t on t.oid = atttypid left join pg_attrdef d on adrelid = attrelid and adnum = attnum
    where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
    table,
  );
}

function constraints(client: pg.ClientBase, table: number): Promise<string[]> {
  // "not null" stands at its column
  return texts(
    client,
    `select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as text from pg_constraint where conrelid = $1 and contype <> 'n' order by contype = 'p' desc, conname`,
    table,
  );
}

function indexes(client: pg.ClientBase, table: number): Promise<string[]> {
  return texts(
    client,
    `
    select pg_get_indexdef(indexrelid) || ';' as text from pg_index i
    where indrelid = $1 and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x')) order by indexrelid::regclass::text`,
    table,
  );
}

function triggers(client: pg.ClientBase, table: number): Promise<string[]> {
  return texts(
    client,
    `select pg_get_triggerdef(oid) || ';' as text from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname`,
    table,
  );
}

async function rowSecurity(client: pg.ClientBase, table: number, name: string): Promise<string[]> {
  const flags = await texts(
    client,
    `
    select format('alter table %s %s row level security;', $2::text, flag) as text from pg_class,
      lateral (values ('enable', relrowsecurity), ('force', relforcerowsecurity)) f(flag, given) where oid = $1 and given order by flag`,
    table,
    name,
  );
  const policies = await texts(
    client,
    `
    select concat_ws(' ', 'create policy', quote_ident(polname), 'on', $2::text, case when not polpermissive then 'as restrictive' end,
      case polcmd when 'r' then 'for select' when 'a' then 'for insert' when 'w' then 'for update' when 'd' then 'for delete' end,
      'to', (select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ' order by r::regrole::text) from unnest(polroles) r),
      'using ' || pg_get_expr(polqual, polrelid), 'with check ' || pg_get_expr(polwithcheck, polrelid)) || ';' as text
    from pg_policy where polrelid = $1 order by polname`,
    table,
    name,
  );
  return [...flags, ...policies];
}

function grants(client: pg.ClientBase, table: number): Promise<string[]> {
  return texts(
    client,
    `
    select format('grant %s on %s to %s;', lower(string_agg(distinct privilege || columns, ', ' order by privilege || columns)), $1::int::regclass, grantee) as text
    from (
      select privilege_type as privilege, '' as columns, case grantee when 0 then 'public' else grantee::regrole::text end as grantee
      from pg_class, aclexplode(relacl) where oid = $1 and grantee <> relowner
      union all
      select privilege_type, format(' (%s)', string_agg(quote_ident(attname), ', ' order by attname)), case grantee when 0 then 'public' else grantee::regrole::text end
      from pg_attribute, aclexplode(attacl) where attrelid = $1 group by privilege_type, grantee
    ) g group by grantee order by grantee`,
    table,
  );
}

async function texts(client: pg.ClientBase, query: string, ...values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query, values);
  return rows.map((row) => row.text);
}
