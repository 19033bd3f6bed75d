import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export interface Source {
  /** Relative to the project. */
  file: string;
  text: string;
}

/** Files of the project by pattern, generated and installed ones excluded. */
export function sources(...patterns: string[]): Source[] {
  return globSync(patterns, {
    cwd: root,
    withFileTypes: true,
    exclude: ['**/node_modules/**', 'dist/**', 'data/**', '**/test-results/**', '**/playwright-report/**', '.git/**'],
  })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

export function isTest(file: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(file) || file.includes('/testing/') || file.startsWith('e2e/');
}

export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
