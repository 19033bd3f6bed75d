import type { BenchDatabase } from '../database.ts';
import { median } from '../measure.ts';
import { startDirectus } from '../peers/directus.ts';
import type { Peer } from '../peers/peer.ts';
import { startStrapi } from '../peers/strapi.ts';
import { waiting, type Asked } from '../waiting.ts';

export interface Waited {
  p95: number;
  rate: number;
}

/** What a peer does of `lists`, by its name; without what its interface cannot do. */
export type PeerFigures<What extends string> = Record<string, Partial<Record<What, Waited>>>;

/** Each peer with the same rows in a database of its own, one after another, as its administrator. */
export async function measurePeers<What extends string>(
  database: BenchDatabase,
  rows: number,
  asked: (peer: Peer) => Record<What, Asked | undefined>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<PeerFigures<What>> {
  const figures: PeerFigures<What> = {};
  for (const [name, start] of Object.entries({ directus: startDirectus, strapi: startStrapi })) {
    const peer = await start(await database.forPeer(name), rows);
    try {
      const own: Partial<Record<What, Waited>> = {};
      for (const [what, request] of Object.entries(asked(peer)) as [What, Asked | undefined][]) {
        if (request === undefined) continue;
        const took: Waited[] = [];
        // the first round compiles the code and fills the caches
        for (let round = 0; round <= rounds; round++)
          took.push(await waiting(peer.url, request, peer.headers, seconds));
        own[what] = {
          p95: median(took.slice(1).map(({ p95 }) => p95)),
          rate: median(took.slice(1).map(({ rate }) => rate)),
        };
        console.error(`${peer.name}, ${what}: p95 ${own[what].p95.toFixed(1)} ms, ${own[what].rate.toFixed(1)} /s`);
      }
      figures[peer.name] = own;
    } finally {
      await peer.stop();
    }
  }
  return figures;
}
