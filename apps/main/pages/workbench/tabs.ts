/** The lists of the workbench, in their order. */
export const tabs = ['todo', 'handled', 'started', 'copies', 'drafts', 'followed'] as const;
export type Tab = (typeof tabs)[number];
