import type { Screen, ScreenElement } from '@formwork/contract/analytics/screen.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { addFiles, attachFilesIn, openFileContent, readableFile, storeContent } from '../files/public.ts';
import { screenFiles } from './take-video.ts';

interface Copied {
  body: Screen;
  keep: (tx: ControlTx, id: string) => Promise<unknown>;
}

/** A copy has films of its own: who sees it need not see its model, which may be gone one day. */
export async function copiedScreen(ctx: Ctx, body: Screen): Promise<Copied> {
  const films = new Map<string, string | undefined>();
  const elements: ScreenElement[] = [];
  for (const element of body.elements) {
    if (element.is !== 'video' || !element.from || !('file' in element.from)) {
      elements.push(element);
      continue;
    }
    const { file } = element.from;
    if (!films.has(file)) films.set(file, await copiedFilm(ctx, file));
    const own = films.get(file);
    elements.push({ ...element, from: own === undefined ? null : { ...element.from, file: own } });
  }
  const made = [...films.values()].filter((id) => id !== undefined);
  return {
    body: { ...body, elements },
    keep: (tx, id) => attachFilesIn(tx, ctx.user.id, made, { kind: screenFiles, id }),
  };
}

/** Undefined where the film is gone, or not theirs to see. */
async function copiedFilm(ctx: Ctx, id: string): Promise<string | undefined> {
  try {
    const { name, purpose, ...film } = await readableFile(ctx, id, 'download');
    const stored = await storeContent(ctx.platform, await openFileContent(ctx.platform, film));
    const [added] = await addFiles(ctx, [{ ...stored, name, purpose }]);
    return added!.id;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
