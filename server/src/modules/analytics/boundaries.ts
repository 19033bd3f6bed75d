import { buffer } from 'node:stream/consumers';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { attachedFiles, openFileContent } from '../files/public.ts';
import { shapeOf, type Shape } from './shape.ts';

/** What files of boundaries are attached to; the id is the chart's that they were uploaded for, its copies draw with them too. */
export const mapFiles = 'analytics.chart';

const mostKept = 20;
const kept = new WeakMap<Platform, Map<string, Promise<Shape | undefined>>>();

/** The shape that a map is drawn of; undefined where none was chosen or its file is gone. */
export async function boundariesOf(
  ctx: Ctx,
  { settings: { kind, look } }: ChartDefinition,
): Promise<{ name: string; shape: Shape } | undefined> {
  if (kind !== 'map' || look.map === undefined) return undefined;
  const known = kept.get(ctx.platform) ?? new Map<string, Promise<Shape | undefined>>();
  kept.set(ctx.platform, known);
  const name = `${ctx.spaceId} ${look.map}`;
  let reading = known.get(name);
  if (!reading) {
    reading = read(ctx, look.map);
    known.set(name, reading);
    if (known.size > mostKept) known.delete(known.keys().next().value!);
    reading.then(
      (shape) => shape ?? known.delete(name),
      () => known.delete(name),
    );
  }
  const shape = await reading;
  return shape && { name: look.map, shape };
}

async function read({ platform, spaceId }: Ctx, id: string): Promise<Shape | undefined> {
  if (!isUuid.test(id)) return undefined;
  const [file] = await attachedFiles(platform, spaceId, [id], { kind: mapFiles });
  if (!file) return undefined;
  const shape = shapeOf((await buffer(await openFileContent(platform, file))).toString());
  return typeof shape === 'string' ? undefined : shape;
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
