import { withDatabase } from './backup/installation.ts';
import { modules } from './modules.ts';
import { readConfig } from './platform/config.ts';
import { openAppPool, openControl } from './platform/db/db.ts';
import { openHold } from './platform/hold.ts';
import { resealEverything } from './platform/sealed.ts';
import { openLog } from './platform/open-log.ts';

/** `npm run reseal`: seals with FORMWORK_SECRET whatever FORMWORK_SECRET_OLD sealed, beside the running product. Exit code 1 while something hangs on an old key. */
try {
  const config = readConfig();
  const report = await withDatabase(process.env, async (url) => {
    const pool = openAppPool(url, config, openLog(config));
    const hold = await openHold(pool, { on: () => {} });
    try {
      return await resealEverything({ config, pool, control: openControl(pool), hold }, modules);
    } finally {
      hold.stop();
      await pool.end();
    }
  });
  console.log(`Sealed anew: ${report.sealed}.`);
  if (report.lost > 0) console.log(`${report.lost} texts are opened by no key that is there: they stay as they are.`);
  if (report.hashes > 0)
    console.log(
      `${report.hashes} recovery codes of sign-ins hang on an earlier key: they end with it. Their owners make new ones in their account.`,
    );
  if (report.lost + report.hashes === 0) console.log('Nothing hangs on an earlier key: FORMWORK_SECRET_OLD may go.');
  process.exit(report.lost + report.hashes === 0 ? 0 : 1);
} catch (error) {
  console.error(process.env.FORMWORK_LOG_LEVEL === 'debug' ? error : (error as Error).message);
  process.exit(1);
}
