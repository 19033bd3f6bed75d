/** The element by which a page carries the enterprise's style sheet: the server begins with it, the runtime keeps it in step. */
export const styleSheetElementId = 'enterprise-style';

export function styleSheetPath(name: string): string {
  return `/api/enterprise/style-sheets/${name}`;
}
