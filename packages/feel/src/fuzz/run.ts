// `npm run fuzz -- 1000000 [seed]`: so many random inputs through every road of the expression language; ends with 1 at the first that crashes.
import { fuzz } from './fuzz.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const crash = fuzz(count, seed, (done) => process.stderr.write(`\r${done} of ${count}`));
if (crash) {
  console.error(`\nCrash with seed ${seed}:\n${JSON.stringify(crash.text)}\n`, crash.error);
  process.exitCode = 1;
} else console.log(`\n${count} inputs with seed ${seed}: no crash`);
