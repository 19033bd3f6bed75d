import type { Narrowed } from '@formwork/contract/assets/api.ts';
import { sensitivities, type assetWaits } from '@formwork/contract/assets/asset.ts';
import { overdueSql } from './ages/overdue-sql.ts';
import { fitsSql, wordsOf } from '../records/public.ts';

/** Conditions over `a` of what a list is narrowed by; `without` leaves one out, for its own facet. */
export function narrowSql(by: Narrowed, values: unknown[], without?: keyof Narrowed): string {
  const parts: string[] = [];
  const equal = (name: 'kind' | 'certified' | 'domain' | 'owner', cast = ''): void => {
    const value = by[name];
    if (value !== undefined && without !== name) parts.push(`a.${name} = $${values.push(value)}${cast}`);
  };
  equal('kind');
  equal('certified');
  equal('domain', '::uuid');
  equal('owner', '::uuid');
  if (by.category !== undefined && without !== 'category')
    parts.push(`a.category = $${values.push(by.category)}::uuid`);
  if (by.sensitivity !== undefined && without !== 'sensitivity')
    parts.push(`a.sensitivity = $${values.push(sensitivities.indexOf(by.sensitivity))}`);
  if (by.tag !== undefined && without !== 'tag') parts.push(`a.tags @> array[$${values.push(by.tag)}]::text[]`);
  if (by.term !== undefined) parts.push(`$${values.push(by.term)}::uuid = any(a.terms)`);
  parts.push(by.state === undefined ? `a.state <> 'gone'` : `a.state = $${values.push(by.state)}`);
  if (by.search) parts.push(searchSql(by.search, values));
  return parts.join(' and ');
}

/** A condition over `a`: something of it waits for somebody, as the overview counts it. */
export function waitsSql(waits: (typeof assetWaits)[number], schema: string): string {
  switch (waits) {
    case 'unread':
      return 'a.unread is not null';
    case 'requests':
      return `exists (select 1 from ${schema}.assets_request r where r.asset = a.id and r.state in ('asked', 'approved'))`;
    case 'incidents':
      return `exists (select 1 from ${schema}.assets_incident i where i.asset = a.id and i.state <> 'solved')`;
    case 'contracts':
      return `exists (select 1 from ${schema}.assets_contract k where k.asset = a.id and k.state = 'broken')`;
    case 'overdue':
      return overdueSql('due');
    case 'proposals':
      return `exists (select 1 from ${schema}.assets_column c where c.asset = a.id and c.proposed is not null and not c.decided and c.valid_to is null)`;
  }
}

function searchSql(search: string, values: unknown[]): string {
  const words = wordsOf(search);
  // one sign is in no index
  if (!words)
    return `a.content like $${values.push(
      `%${search
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\\%_]/g, '\\$&')}%`,
    )}`;
  return `a.keys @> $${values.push(words.keys)}::integer[] and ${fitsSql(words, values).replaceAll(/\bs\./g, 'a.')}`;
}
