import type { Platform } from '../../../platform/platform.ts';
import { databasePlaces, type DatabasePlace } from '../../connections/public.ts';

/** How a thing is called in OpenLineage. */
export interface OpenName {
  namespace: string;
  name: string;
}

export interface Naming {
  /** Identifies us in every event. */
  producer: string;
  nameOf(thing: { kind: string; ref: string; guard: string }): OpenName;
  /** The thing of ours that is called so; what nobody knows is an asset outside. */
  thingOf(name: OpenName): { kind: string; ref: string };
}

/** Tables are called as every tool calls them, by their database; everything else lies in a namespace of the space. */
export async function namingOf({ platform, spaceId }: { platform: Platform; spaceId: string }): Promise<Naming> {
  // who set no address is reached from this machine alone
  const producer = new URL(platform.config.publicUrl || 'http://localhost');
  return naming(producer, spaceId, await databasePlaces(platform, spaceId));
}

export function naming(producer: URL, spaceId: string, places: ReadonlyMap<string, DatabasePlace>): Naming {
  const own = `formwork://${producer.host}/${spaceId}`;
  const schemeOf = ({ kind, host, port }: DatabasePlace): string =>
    `${kind === 'sqlserver' ? 'mssql' : kind}://${host}:${port}`;
  return {
    producer: producer.href,
    nameOf({ kind, ref, guard }) {
      if (kind === 'external') {
        const at = ref.lastIndexOf(between);
        return at < 0 ? { namespace: own, name: ref } : { namespace: ref.slice(0, at), name: ref.slice(at + 1) };
      }
      const place = kind === 'table' ? places.get(guard) : undefined;
      if (!place) return { namespace: own, name: `${kind}.${ref}` };
      const table = ref.slice(guard.length + 1);
      return { namespace: schemeOf(place), name: inDatabase(place) ? `${place.database}.${table}` : table };
    },
    thingOf({ namespace, name }) {
      if (namespace === own) {
        const at = name.indexOf('.');
        if (at > 0) return { kind: name.slice(0, at), ref: name.slice(at + 1) };
      }
      for (const [connection, place] of places) {
        if (schemeOf(place).toLowerCase() !== namespace.toLowerCase()) continue;
        if (!inDatabase(place)) return { kind: 'table', ref: `${connection}/${name}` };
        if (name.startsWith(`${place.database}.`))
          return { kind: 'table', ref: `${connection}/${name.slice(place.database.length + 1)}` };
      }
      return { kind: 'external', ref: `${namespace}${between}${name}` };
    },
  };
}

/** Where a schema is within a database, and no other word for it. */
const inDatabase = ({ kind }: DatabasePlace): boolean => kind === 'postgres' || kind === 'sqlserver';

/** Stands between namespace and name, which have no line ends. */
const between = '\n';
