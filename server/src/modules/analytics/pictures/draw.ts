import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Picture, PictureAnswer, PictureKind, PictureWork } from './picture.ts';

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: unknown): void;
}

interface Drawing {
  child: ChildProcess;
  waiting: Map<number, Waiting>;
  idle: NodeJS.Timeout | undefined;
}

const drawings = new WeakMap<Platform, Drawing>();
let number = 0;

const mostMs = 120_000;
/** After so long without work the process and what it holds are gone. */
const idleMs = 60_000;

/** Draws in a process of its own: a picture of many charts takes seconds, and calls go on meanwhile. */
export function draw(platform: Platform, kind: PictureKind, picture: Picture): Promise<Buffer> {
  const drawing = drawings.get(platform) ?? begin(platform);
  clearTimeout(drawing.idle);
  const work: PictureWork = { number: (number += 1), kind, picture };
  const mine = work.number;
  return new Promise<Buffer>((resolve, reject) => {
    const late = setTimeout(() => drawing.child.kill('SIGKILL'), mostMs);
    const done = () => {
      clearTimeout(late);
      drawing.waiting.delete(mine);
      if (drawing.waiting.size > 0) return;
      drawing.idle = setTimeout(() => drawing.child.kill(), idleMs);
      drawing.idle.unref();
    };
    drawing.waiting.set(mine, {
      resolve: (bytes) => (done(), resolve(bytes)),
      reject: (error) => (done(), reject(error)),
    });
    drawing.child.send(work, (error) => error && drawing.waiting.get(mine)?.reject(failed()));
  });
}

function begin(platform: Platform): Drawing {
  const child = fork(path.join(import.meta.dirname, 'draw-child.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    // nothing of the server's settings; the font is found by what fontconfig reads at its beginning
    env: { PATH: process.env.PATH, FONTCONFIG_FILE: fontSettings(platform), MALLOC_ARENA_MAX: '2' },
  });
  const drawing: Drawing = { child, waiting: new Map(), idle: undefined };
  child.stderr?.on('data', (text: Buffer) =>
    platform.log.debug({ drawing: text.toString().slice(0, 1_000) }, 'drawing'),
  );
  child.on('message', ({ number: of, bytes, error }: PictureAnswer) => {
    const one = drawing.waiting.get(of);
    if (bytes) one?.resolve(Buffer.from(bytes));
    else {
      platform.log.error({ drawing: error }, 'a picture could not be drawn');
      one?.reject(failed());
    }
  });
  child.on('exit', () => {
    if (drawings.get(platform) === drawing) drawings.delete(platform);
    for (const one of [...drawing.waiting.values()]) one.reject(failed());
  });
  child.on('error', (error) => platform.log.error({ err: error }, 'drawing failed'));
  // the server does not stay for it
  child.unref();
  child.channel?.unref();
  drawings.set(platform, drawing);
  return drawing;
}

const failed = (): AppError => new AppError('analytics.picture.failed');

/** One font for all: a picture looks the same on every machine. */
function fontSettings({ config }: Platform): string {
  const fonts = path.join(path.dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts');
  const folder = path.join(config.dataDir, 'fonts');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${path.join(folder, 'cache')}</cachedir>
  <match target="pattern"><edit name="family" mode="assign" binding="strong"><string>Noto Sans Hans</string></edit></match>
</fontconfig>
`,
  );
  return file;
}
