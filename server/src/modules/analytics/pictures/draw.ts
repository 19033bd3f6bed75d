import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fontSettings } from './fonts.ts';
import type { Picture, PictureAnswer, PictureKind, PictureWork } from './picture.ts';

interface Waiting {
  work: PictureWork;
  ms: number;
  resolve(bytes: Buffer): void;
  reject(error: unknown): void;
}

/** Pictures are drawn one after the other: one that takes too long ends with the process that draws it, and the next begins another. */
interface Line {
  platform: Platform;
  waiting: Waiting[];
  drawn: Waiting | undefined;
  child: ChildProcess | undefined;
  late: NodeJS.Timeout | undefined;
  idle: NodeJS.Timeout | undefined;
}

const lines = new WeakMap<Platform, Line>();
let number = 0;

/** So long a picture may take from its turn on: waiting is no fault of its own. */
const mostMs = 120_000;
/** After so long without work the process and what it holds are gone. */
const idleMs = 60_000;

/** Draws in a process of its own: a picture of many charts takes seconds, and calls go on meanwhile. */
export function draw(platform: Platform, kind: PictureKind, picture: Picture, ms = mostMs): Promise<Buffer> {
  const known = lines.get(platform);
  const line = known ?? { platform, waiting: [], drawn: undefined, child: undefined, late: undefined, idle: undefined };
  if (!known) lines.set(platform, line);
  return new Promise<Buffer>((resolve, reject) => {
    line.waiting.push({ work: { number: (number += 1), kind, picture }, ms, resolve, reject });
    next(line);
  });
}

function next(line: Line): void {
  if (line.drawn) return;
  clearTimeout(line.idle);
  const one = line.waiting.shift();
  if (!one) return rest(line);
  line.drawn = one;
  try {
    const child = (line.child ??= begin(line));
    line.late = setTimeout(() => child.kill('SIGKILL'), one.ms);
    child.send(one.work, (error) => {
      if (!error) return;
      // it is about to end: those who wait get another
      if (line.child === child) line.child = undefined;
      child.kill('SIGKILL');
      ended(line, one, () => one.reject(failed()));
    });
  } catch (error) {
    ended(line, one, () => one.reject(error));
  }
}

function ended(line: Line, one: Waiting, tell: () => void): void {
  // what ended with its process may be told of by both
  if (line.drawn !== one) return;
  clearTimeout(line.late);
  line.drawn = undefined;
  tell();
  next(line);
}

function rest(line: Line): void {
  line.idle = setTimeout(() => {
    const { child } = line;
    // what comes now begins another
    line.child = undefined;
    child?.kill();
  }, idleMs);
  line.idle.unref();
}

function begin(line: Line): ChildProcess {
  const { platform } = line;
  const child = fork(path.join(import.meta.dirname, 'draw-child.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    // nothing of the server's settings; the font is found by what fontconfig reads at its beginning
    env: { PATH: process.env.PATH, FONTCONFIG_FILE: fontSettings(platform.config.dataDir), MALLOC_ARENA_MAX: '2' },
  });
  child.stderr?.on('data', (text: Buffer) =>
    platform.log.debug({ drawing: text.toString().slice(0, 1_000) }, 'drawing'),
  );
  child.on('message', ({ number: of, bytes, error }: PictureAnswer) => {
    const one = line.drawn;
    if (one?.work.number !== of) return;
    if (error !== undefined) platform.log.error({ drawing: error }, 'a picture could not be drawn');
    ended(line, one, () => (bytes ? one.resolve(Buffer.from(bytes)) : one.reject(failed())));
  });
  const gone = () => {
    if (line.child !== child) return;
    line.child = undefined;
    const one = line.drawn;
    if (one) ended(line, one, () => one.reject(failed()));
  };
  child.on('exit', gone);
  child.on('error', (error) => {
    platform.log.error({ err: error }, 'drawing failed');
    // one that did not begin has no end
    if (child.pid === undefined) gone();
  });
  // the server does not stay for it
  child.unref();
  child.channel?.unref();
  return child;
}

const failed = (): AppError => new AppError('analytics.picture.failed');
