import { afterAll } from 'vitest';
import { modules } from '../modules.ts';
import type { Module } from '../platform/module.ts';

/** Servers started by this file of tests have the module too; those of the files after it do not. */
export function withModule(module: Module): void {
  const all = modules as Module[];
  all.push(module);
  afterAll(() => void all.splice(all.indexOf(module), 1));
}
