import { createInterface } from 'node:readline/promises';
import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { BackupFailure } from './failure.ts';

/** The options of a program; throws as usage where one is unknown or lacks its value. */
export function optionsOf<Options extends ParseArgsOptionsConfig>(args: string[], options: Options, usage: string) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new BackupFailure('usage', `${(error as Error).message}\n${usage}`, error);
  }
}

export function numberOf(text: string | undefined, name: string, least: number, byDefault: number): number {
  if (text === undefined) return byDefault;
  if (!/^\d{1,4}$/.test(text) || Number(text) < least)
    throw new BackupFailure('usage', `--${name} takes a whole number from ${least} on.`);
  return Number(text);
}

/** `+100`: how much higher numbers go on. */
export function raiseOf(text: string | undefined): number {
  if (text !== undefined && !/^\+\d{1,9}$/.test(text))
    throw new BackupFailure('usage', '--numbers takes how much higher numbers go on, as in --numbers +100.');
  return Number(text ?? 0);
}

/** The pass phrase: FORMWORK_BACKUP_PHRASE, a file, or asked for on the terminal. Asked once. */
export function phraseFrom(file: string | undefined): () => Promise<string> {
  let given: Promise<string> | undefined;
  return () => (given ??= ask(file));
}

async function ask(file: string | undefined): Promise<string> {
  const text =
    file === undefined ? process.env.FORMWORK_BACKUP_PHRASE : readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  if (text) return text;
  if (!process.stdin.isTTY)
    throw new BackupFailure(
      'phrase',
      'These backups are sealed: give the pass phrase by FORMWORK_BACKUP_PHRASE, --phrase-file or on a terminal.',
    );
  process.stderr.write('Pass phrase: ');
  // what is typed is not shown
  const lines = createInterface({ input: process.stdin, terminal: true });
  try {
    const answer = await lines.question('');
    if (answer === '') throw new BackupFailure('phrase', 'No pass phrase was given.');
    return answer;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
