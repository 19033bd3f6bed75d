import { newElementId } from '@formwork/contract/forms/field.ts';
import { PointKey, type Point, type PointType } from '@formwork/contract/iot/thing-model.ts';

/** A point as it is being typed. */
export interface PointDraft {
  id: string;
  key: string;
  zh: string;
  en: string;
  type: PointType;
  unit: string;
  min: number | null;
  max: number | null;
  decimals: number | null;
}

export interface PointProblem {
  id: string;
  part: 'key' | 'zh' | 'max';
  /** Key of its text. */
  text: 'iot.point.bad_key' | 'iot.point.key_twice' | 'iot.point.no_title' | 'iot.point.below_min';
}

export function newPoint(): PointDraft {
  return {
    id: newElementId(),
    key: '',
    zh: '',
    en: '',
    type: 'number',
    unit: '',
    min: null,
    max: null,
    decimals: null,
  };
}

export function draftOf({ title, ...point }: Point): PointDraft {
  return { id: newElementId(), ...point, zh: title.zh, en: title.en ?? '' };
}

/** What was left blank altogether is no point. */
export function pointsOf(drafts: readonly PointDraft[]): Point[] {
  return drafts.filter(isBegun).map(({ key, zh, en, type, unit, min, max, decimals }) => {
    const counts = type === 'number' || type === 'integer';
    return {
      key: key.trim(),
      title: { zh: zh.trim(), ...(en.trim() !== '' && { en: en.trim() }) },
      type,
      unit: type === 'boolean' ? '' : unit.trim(),
      min: counts ? min : null,
      max: counts ? max : null,
      decimals: type === 'number' ? decimals : null,
    };
  });
}

export function problemsOf(drafts: readonly PointDraft[]): PointProblem[] {
  const begun = drafts.filter(isBegun);
  return begun.flatMap(({ id, key, zh, min, max, type }, at): PointProblem[] => {
    const found: PointProblem[] = [];
    if (!PointKey.safeParse(key.trim()).success) found.push({ id, part: 'key', text: 'iot.point.bad_key' });
    else if (begun.slice(0, at).some((other) => other.key.trim().toLowerCase() === key.trim().toLowerCase()))
      found.push({ id, part: 'key', text: 'iot.point.key_twice' });
    if (zh.trim() === '') found.push({ id, part: 'zh', text: 'iot.point.no_title' });
    if ((type === 'number' || type === 'integer') && min !== null && max !== null && min > max)
      found.push({ id, part: 'max', text: 'iot.point.below_min' });
    return found;
  });
}

function isBegun({ key, zh, en, unit }: PointDraft): boolean {
  return [key, zh, en, unit].some((text) => text.trim() !== '');
}
