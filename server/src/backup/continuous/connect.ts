import pg from 'pg';
import { superuserOf } from './replication.ts';

/** An ordinary connection of the owner, or of the superuser that the embedded database has. */
export async function connectTo(ownerUrl: string, as: 'owner' | 'superuser' = 'owner'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: as === 'owner' ? ownerUrl : superuserOf(ownerUrl),
    application_name: 'formwork backup log',
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}
