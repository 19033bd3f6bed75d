import pg from 'pg';

/** Waits until the event dispatcher has handed on what the runs before wrote: their events are not this run's. */
export async function settled(databaseUrl: string): Promise<void> {
  await connected(databaseUrl, async (client) => {
    for (;;) {
      const { rows: [last] } = await client.query<{ waiting: boolean }>(
        `select (e.xid, e.id) > (c.xid, c.id) as waiting from platform.event_cursor c, (select xid, id from space_demo.event order by xid desc, id desc limit 1) e
          where c.stream = 'demo' and c.subscriber = 'platform.audit'`);
      if (!last?.waiting) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
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

async function connected(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
