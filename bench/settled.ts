import pg from 'pg';

/** Waits until every subscriber has done what the runs before wrote: their events are not this run's. */
export async function settled(databaseUrl: string): Promise<void> {
  await connected(databaseUrl, async (client) => {
    for (;;) {
      const {
        rows: [last],
      } = await client.query<{ waiting: boolean | null }>(
        `select bool_or((e.xid, e.id) > (c.xid, c.id)) as waiting from platform.event_cursor c, (select xid, id from space_demo.event order by xid desc, id desc limit 1) e where c.stream = 'demo'`,
      );
      if (!last?.waiting) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
}

/** Seconds since the oldest event that some subscriber has not done yet; 0 where all are done. */
export async function slowestLag(databaseUrl: string): Promise<number> {
  return connected(databaseUrl, async (client) => {
    const {
      rows: [oldest],
    } = await client.query<{ lag: string | null }>(
      `select max(extract(epoch from clock_timestamp() - e.at)) as lag from platform.event_cursor c
        cross join lateral (select at from space_demo.event where (xid, id) > (c.xid, c.id) order by xid, id limit 1) e where c.stream = 'demo'`,
    );
    return Number(oldest?.lag ?? 0);
  });
}

/** Has the database write out what was filled in: what has long been there costs a server nothing any more. */
export async function writtenOut(databaseUrl: string): Promise<void> {
  const superuser = new URL(databaseUrl);
  // both roles of the embedded server have one password
  superuser.username = 'postgres';
  await connected(superuser.href, async (client) => {
    await client.query('checkpoint');
  });
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
