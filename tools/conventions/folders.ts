import path from 'node:path';
import { isTest, sources } from './sources.ts';

const mostFiles = 40;

/** Folders that have more, each with the number that may be there: one file a kind, and nothing to divide them by. */
const larger: Record<string, number> = { 'packages/contract/src/forms/field-types': 45 };

/** A folder is read at a glance: what has more files has rooms that want a name. Tests stand beside what they try and do not count. */
export function folderProblems(): string[] {
  const files = sources('{packages,apps,server,bench,tools}/**/*.{ts,tsx}').filter(({ file }) => !isTest(file));
  const counts = new Map<string, number>();
  for (const { file } of files) {
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [
    ...[...counts].flatMap(([folder, count]) =>
      count > (larger[folder] ?? mostFiles)
        ? [
            `${folder} has ${count} files; ${larger[folder] ?? mostFiles} are the most: give its rooms folders of their own`,
          ]
        : [],
    ),
    ...Object.entries(larger).flatMap(([folder, most]) =>
      (counts.get(folder) ?? 0) < most
        ? [`${folder} has ${counts.get(folder) ?? 0} files by now, and ${most} stand for it`]
        : [],
    ),
  ];
}
