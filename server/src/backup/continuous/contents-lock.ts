import type pg from 'pg';

/** Held while contents are brought that no list names yet, and while contents are removed that no list names; the number only has to be ours. */
const contentsLock = 4_011_984;

/** `try` does nothing where somebody else holds it. */
export async function whileContentsStay(
  watch: pg.Client,
  how: 'try' | 'wait',
  work: () => Promise<void>,
): Promise<boolean> {
  if (how === 'wait') await watch.query('select pg_advisory_lock($1)', [contentsLock]);
  else {
    const { rows } = await watch.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [contentsLock]);
    if (!rows[0]!.got) return false;
  }
  try {
    await work();
  } finally {
    await watch.query('select pg_advisory_unlock($1)', [contentsLock]);
  }
  return true;
}
