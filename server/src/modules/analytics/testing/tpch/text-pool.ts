import { Stream, type Choice } from './random.ts';
import {
  adjectives,
  adverbs,
  auxiliaries,
  nounGroups,
  nouns,
  prepositions,
  sentences,
  terminators,
  verbGroups,
  verbs,
} from './words.ts';

/** As DuckDB has it, whose answers ours are held against; the generator of TPC itself has 300 MiB, and so other comments. */
const poolBytes = 10 * 1024 * 1024;

/** Sentences after one another, of which every comment is a piece. */
export class TextPool {
  readonly #text = Buffer.allocUnsafe(poolBytes);

  constructor() {
    const stream = new Stream(933_588_178);
    for (let at = 0; at < poolBytes;) at += this.#text.write(`${sentence(stream)} `, at, 'latin1');
  }

  draw(stream: Stream, least: number, most: number): string {
    const at = stream.draw(0, this.#text.length - most);
    return this.#text.toString('latin1', at, at + stream.draw(least, most));
  }
}

function sentence(stream: Stream): string {
  let text = '';
  for (const part of sentences.draw(stream)) {
    if (part === 'T') text += terminators.draw(stream);
    else if (part === 'V') text += `${text && ' '}${group(stream, verbGroups)}`;
    else if (part === 'N') text += `${text && ' '}${group(stream, nounGroups)}`;
    else text += ` ${prepositions.draw(stream)} the ${group(stream, nounGroups)}`;
  }
  return text;
}

function group(stream: Stream, groups: Choice): string {
  let text = '';
  for (const sign of groups.draw(stream)) {
    const { of, after = '' } = kinds[sign]!;
    text += `${text && ' '}${of.draw(stream)}${after}`;
  }
  return text;
}

const kinds: Readonly<Record<string, { of: Choice; after?: string }>> = {
  N: { of: nouns },
  J: { of: adjectives },
  C: { of: adjectives, after: ',' },
  D: { of: adverbs },
  V: { of: verbs },
  X: { of: auxiliaries },
};
