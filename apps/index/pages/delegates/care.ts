/** What is looked after: departments or systems, all of them or one. */
export interface Care {
  kind: 'department' | 'system';
  id?: string | undefined;
}
